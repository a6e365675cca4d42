import { Form, Link } from "@remix-run/react";
import { Pause, Play, RotateCw, Trash2, WifiOff, X } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Magnet } from "../../../../contract/ingest/admin-magnets.ts";
import type { MagnetAction, MagnetState } from "../../../../contract/ingest/values.ts";
import { useWriters } from "../../kit/format.ts";
import { movingStates } from "./magnet-query.ts";
import { Far, Pace, Problem, StateChips } from "./magnet-state.tsx";
import { Refresh } from "../../kit/live.tsx";
import { Time } from "../../kit/time.tsx";
import { useZone } from "../../kit/zone.ts";

const icons: Record<MagnetAction, ReactNode> = {
  pause: <Pause aria-hidden="true" className="size-4" />,
  resume: <Play aria-hidden="true" className="size-4" />,
  retry: <RotateCw aria-hidden="true" className="size-4" />,
  cancel: <X aria-hidden="true" className="size-4" />,
  remove: <Trash2 aria-hidden="true" className="size-4" />,
  "stop-seeding": <WifiOff aria-hidden="true" className="size-4" />,
};

/** The actions that its state allows; the API checks again. */
function actionsOf({ state, seeding, notBefore }: Magnet): MagnetAction[] {
  const over = (...states: MagnetState[]) => states.includes(state);
  const allowed: [MagnetAction, boolean][] = [
    ["pause", over("waiting-metadata", "waiting", "downloading")],
    ["resume", state === "paused"],
    ["retry", over("failed", "cancelled") || (over("waiting-metadata", "waiting") && notBefore !== null)],
    ["stop-seeding", seeding],
    ["cancel", !over("done", "failed", "cancelled")],
    ["remove", over("done", "failed", "cancelled")],
  ];
  return allowed.filter(([, may]) => may).map(([action]) => action);
}

/** One magnet: its state, its facts, and its actions. */
export function MagnetPanel({ magnet, editable }: { magnet: Magnet; editable: boolean }) {
  const { t } = useTranslation();
  const zone = useZone();
  const write = useWriters();
  const { dropped, rights, movie } = magnet;
  const leftOut = dropped.trackers + dropped.peers + dropped.webSeeds;
  const facts: [string, ReactNode][] = [
    [t("admin.magnet.sent"), write.bytes(magnet.sentBytes)],
    [t("admin.magnet.files"), magnet.files === null ? "–" : write.number(magnet.files)],
    [
      t("admin.magnet.rightsBy"),
      <Fragment key="rights">
        <bdi>{rights.by.name ?? rights.by.uid ?? "–"}</bdi> ·{" "}
        <bdi>
          <Time at={rights.at} />
        </bdi>
      </Fragment>,
    ],
    [t("admin.magnet.addedAt"), write.at(magnet.createdAt)],
    ...(magnet.finishedAt
      ? [[t("admin.magnet.endedAt"), write.at(magnet.finishedAt)] as [string, ReactNode]]
      : []),
    [
      t("admin.magnet.infohash"),
      <code key="hash" className="text-xs wrap-anywhere" dir="ltr">
        {magnet.infohash}
      </code>,
    ],
  ];
  return (
    <section className="z-panel grid gap-3" aria-labelledby="magnet-title" id="magnet">
      <h2 id="magnet-title" className="mb-0!">
        {t("admin.magnet.download")}
      </h2>
      <StateChips magnet={magnet} />
      <p className="text-sm text-ink-soft">{t(`admin.magnet.next.${magnet.state}`)}</p>
      <Problem magnet={magnet} />
      <div className="z-magnet-far">
        <Far magnet={magnet} />
        <Pace magnet={magnet} />
      </div>
      {movie ? (
        <Link
          to={`/z/page/movie/detail/${movie}`}
          className={`z-button justify-self-start ${magnet.state === "done" ? "z-button-primary" : ""}`}
        >
          {t("admin.magnet.toTitle")}
        </Link>
      ) : null}
      {editable ? <Actions magnet={magnet} /> : null}
      <dl className="z-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="z-faint">{t("admin.list.zone", { zone })}</p>
      {leftOut > 0 ? (
        <p className="z-faint">{t("admin.magnet.dropped", { number: write.number(leftOut) })}</p>
      ) : null}
    </section>
  );
}

function Actions({ magnet }: { magnet: Magnet }) {
  const { t } = useTranslation();
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
      <input type="hidden" name="id" value={magnet.id} />
      <input type="hidden" name="name" value={magnet.name} />
      {actionsOf(magnet).map((action) => (
        <button
          key={action}
          type="submit"
          name="intent"
          value={action}
          className={`z-button ${action === "cancel" || action === "remove" ? "z-button-danger" : ""}`}
        >
          {icons[action]}
          {action === "pause" || action === "resume" || action === "retry"
            ? t(`admin.encoding.${action}`)
            : t(`admin.magnet.do.${action}`)}
        </button>
      ))}
      <Refresh moving={movingStates.has(magnet.state)} />
    </Form>
  );
}
