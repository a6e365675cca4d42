import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { episodeName } from "../../../lib/episode-words.ts";
import { AuditList } from "../../kit/audit-list.tsx";
import { useWriters } from "../../kit/format.ts";
import type { UserDetail } from "./identity-panel.tsx";
import { Time } from "../../kit/time.tsx";
import { deviceWords } from "../../../lib/device-words.ts";

/** The devices on which the user is signed in. */
export function DevicesPanel({ user, editable }: { user: UserDetail; editable: boolean }) {
  const { t } = useTranslation();
  const write = useWriters();
  return (
    <section className="z-panel" aria-labelledby="devices">
      <h2 id="devices">{t("profile.devices")}</h2>
      {user.devices.length === 0 ? <p className="z-faint">{t("admin.user.noDevices")}</p> : null}
      <ul className="z-events">
        {user.devices.map(({ id, lastSeenAt, ...device }) => {
          const name = deviceWords(t, device);
          return (
            <li key={id}>
              <span className="min-w-0 flex-1">
                <span className="z-strong block">{name}</span>
                <span className="z-faint">{t("profile.lastSeen", { date: write.at(lastSeenAt) })}</span>
              </span>
              {editable ? (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="device-end" />
                  <input type="hidden" name="id" value={id} />
                  <button
                    type="submit"
                    className="z-button"
                    aria-label={t("profile.endDevice", { device: name })}
                  >
                    {t("login.signOut")}
                  </button>
                </Form>
              ) : null}
            </li>
          );
        })}
      </ul>
      {editable && user.devices.length > 1 ? (
        <Form method="post" preventScrollReset className="mt-3">
          <input type="hidden" name="intent" value="device-end" />
          <button type="submit" className="z-button z-button-danger">
            {t("admin.user.endAll")}
          </button>
        </Form>
      ) : null}
    </section>
  );
}

/** What the user has watched: totals and the latest episodes. */
export function WatchPanel({ user: { watch, counts, uid } }: { user: UserDetail }) {
  const { t } = useTranslation();
  const write = useWriters();
  return (
    <section className="z-panel" aria-labelledby="watch">
      <h2 id="watch">{t("admin.user.watch")}</h2>
      <dl className="z-facts">
        <Count name={t("admin.user.titles")} value={write.number(watch.titles)} />
        <Count name={t("admin.user.finished")} value={write.number(watch.finished)} />
        <Count name={t("admin.user.watchTime")} value={write.span(watch.seconds)} />
        <Count name={t("myList.favourites")} value={write.number(counts.favourites)} />
        <div>
          <dt>{t("admin.section.feedback")}</dt>
          <dd>
            <Link to={`/z/management/feedback?uid=${uid}`} className="z-link">
              {write.number(counts.feedback)}
            </Link>
          </dd>
        </div>
      </dl>
      {watch.latest.length > 0 ? (
        <ul className="z-events mt-3">
          {watch.latest.map(
            ({ id, title, index, season, number, seasons, positionS, durationS, updatedAt }) => (
              <li key={`${id}-${index}`}>
                <span className="own-words z-strong min-w-0 flex-1">{title}</span>
                <span className="z-faint">{episodeName(t, { index, season, number }, seasons)}</span>
                <span className="z-faint">
                  {t("movie.watched", {
                    percent: Math.min(100, Math.round((100 * positionS) / (durationS || 1))),
                  })}
                </span>
                <span className="z-faint">
                  <Time at={updatedAt} />
                </span>
              </li>
            ),
          )}
        </ul>
      ) : null}
    </section>
  );
}

function Count({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** What admins did to this account. */
export function UserAudit({ user }: { user: UserDetail }) {
  const { t } = useTranslation();
  const all = { to: `/z/management/audit?kind=user&target=${user.uid}`, label: t("admin.user.allAudit") };
  return <AuditList entries={user.audit} all={all} />;
}
