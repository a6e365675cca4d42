import { useTranslation } from "react-i18next";
import type { Person } from "../../contract/index.ts";

/** Writes what a person did in the language of the page. */
export function useRoleWords(): (roles: Person["roles"]) => string {
  const { t } = useTranslation();
  return (roles) => roles.map((role) => t(`person.${role}`)).join(" · ");
}
