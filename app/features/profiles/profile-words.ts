import type { TFunction } from "i18next";
import type { Profile } from "../../../contract/index.ts";

/** What a profile is called: the account's own one may have no name. */
export function nameOf({ name }: Pick<Profile, "name">, t: TFunction): string {
  return name ?? t("profiles.own");
}

/** What a kids profile shows, in a few words; null for another one. */
export function limitOf({ age_limit: age }: Pick<Profile, "age_limit">, t: TFunction): string | null {
  return age === null ? null : t("profile.kids", { age });
}
