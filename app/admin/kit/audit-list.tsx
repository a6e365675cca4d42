import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { AuditEntry } from "../../../contract/index.ts";
import { ActionName } from "./action-name.tsx";
import { ActorName } from "./actor-name.tsx";
import { Diff } from "./diff.tsx";
import { Time } from "./time.tsx";

/** What admins did to something, and a link to the whole log. */
export function AuditList({ entries, all }: { entries: AuditEntry[]; all: { to: string; label: string } }) {
  const { t } = useTranslation();
  if (entries.length === 0) return null;
  return (
    <section className="z-panel" aria-labelledby="audit">
      <h2 id="audit">{t("admin.section.audit")}</h2>
      <ul className="z-events">
        {entries.map((entry) => (
          <li key={entry.id}>
            <span className="z-strong">
              <ActionName action={entry.action} />
            </span>
            <span className="z-faint">
              <Time at={entry.at} /> · <ActorName actor={entry.actor} />
            </span>
            <div className="w-full">
              {entry.reason ? <p className="own-words">{entry.reason}</p> : null}
              <Diff before={entry.before} after={entry.after} />
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <Link to={all.to} className="z-link text-sm">
          {all.label}
        </Link>
      </p>
    </section>
  );
}
