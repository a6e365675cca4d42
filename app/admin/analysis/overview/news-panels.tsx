import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { AdminFeedback } from "../../../../contract/service/admin-feedback.ts";
import type { AuditEntry } from "../../../../contract/service/admin-audit.ts";
import { ActionName } from "../../kit/action-name.tsx";
import { ActorName } from "../../kit/actor-name.tsx";
import { Time } from "../../kit/time.tsx";

/**
 * Messages that wait for an answer, and the latest actions of admins. A list is empty without the permission to read
 * it.
 */
export function NewsPanels({ messages, entries }: { messages: AdminFeedback[]; entries: AuditEntry[] }) {
  const { t } = useTranslation();
  if (messages.length + entries.length === 0) return null;
  return (
    <div className="z-columns mt-4">
      {messages.length > 0 ? (
        <section className="z-panel" aria-labelledby="waiting">
          <h2 id="waiting">{t("admin.home.openFeedback")}</h2>
          <ul className="z-events">
            {messages.map(({ receipt, text, category, createdAt }) => (
              <li key={receipt}>
                <span className="min-w-0 flex-1">
                  <Link to={`/z/management/feedback/${receipt}`} className="z-link own-words block truncate">
                    {text}
                  </Link>
                  <span className="z-faint">
                    {t(`feedbackCategory.${category}`)} · <Time at={createdAt} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {entries.length > 0 ? (
        <section className="z-panel" aria-labelledby="latest">
          <h2 id="latest">
            <Link to="/z/management/audit" className="hover:underline">
              {t("admin.section.audit")}
            </Link>
          </h2>
          <ul className="z-events">
            {entries.map(({ id, at, actor, action, target }) => (
              <li key={id}>
                <span className="min-w-0 flex-1">
                  <span className="z-strong block">
                    <ActionName action={action} />
                  </span>
                  <span className="z-faint">
                    {t(`admin.target.${target.kind}`)} · <Time at={at} /> · <ActorName actor={actor} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
