import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { AuditEntry } from "../../../contract/index.ts";

/** The actor: an account as a link, a deleted account by its former name, or a command on the server. */
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
