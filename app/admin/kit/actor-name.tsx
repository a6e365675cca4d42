import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { AuditEntry } from "../../../contract/index.ts";

/** Who did it: an account as a link to it, one that is gone by its name of then, a command at the server. */
export function ActorName({ actor }: { actor: AuditEntry["actor"] }) {
  const { t } = useTranslation();
  const name = actor.name ?? (actor.uid === null ? t("admin.audit.console") : actor.uid);
  if (actor.uid === null) return <bdi>{name}</bdi>;
  return (
    <Link to={`/z/page/user/${actor.uid}`} className="z-link">
      <bdi>{name}</bdi>
    </Link>
  );
}
