import { Link } from "@remix-run/react";
import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { AuditEntry } from "../../../contract/index.ts";

type Actor = Pick<AuditEntry["actor"], "uid" | "name"> & { key?: string | null };

/**
 * The actor: an account as a link, a deleted account by its former name, or a command on the server. Where software acted
 * by an API key, the key's name first.
 */
export function ActorName({ actor }: { actor: Actor }) {
  if (!actor.key) return <AccountName actor={actor} />;
  return (
    <>
      <span className="z-strong inline-flex items-center gap-1">
        <KeyRound aria-hidden="true" className="size-3.5 flex-none" />
        <bdi>{actor.key}</bdi>
      </span>{" "}
      <span className="z-faint">
        (<AccountName actor={actor} />)
      </span>
    </>
  );
}

function AccountName({ actor }: { actor: Actor }) {
  const { t } = useTranslation();
  const name = actor.name ?? (actor.uid === null ? t("admin.audit.console") : actor.uid);
  if (actor.uid === null) return <bdi>{name}</bdi>;
  return (
    <Link to={`/z/page/user/${actor.uid}`} className="z-link">
      <bdi>{name}</bdi>
    </Link>
  );
}
