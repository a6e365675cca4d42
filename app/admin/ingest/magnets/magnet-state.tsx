import { useTranslation } from "react-i18next";
import type { Magnet } from "../../../../contract/ingest/admin-magnets.ts";
import type { MagnetState } from "../../../../contract/ingest/values.ts";
import { useWriters } from "../../kit/format.ts";
import { Meter } from "../../kit/meter.tsx";
import { Chip } from "../../kit/page-head.tsx";
import { useZone } from "../../kit/zone.ts";

const tones = {
  "waiting-metadata": undefined,
  choose: "gold",
  waiting: undefined,
  downloading: "gold",
  paused: undefined,
  verifying: "gold",
  importing: "gold",
  done: "good",
  failed: "red",
  cancelled: undefined,
} as const satisfies Record<MagnetState, string | undefined>;

/** A magnet's state, in a word or two. */
export function StateChips({ magnet }: { magnet: Pick<Magnet, "state" | "seeding"> }) {
  const { t } = useTranslation();
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Chip tone={tones[magnet.state]}>{t(`admin.magnet.state.${magnet.state}`)}</Chip>
      {magnet.seeding ? <Chip tone="ink">{t("admin.magnet.seeding")}</Chip> : null}
    </span>
  );
}

/** What blocks it, and when it is retried. */
export function Problem({ magnet }: { magnet: Pick<Magnet, "state" | "problem" | "notBefore" | "detail"> }) {
  const { t } = useTranslation();
  const zone = useZone();
  const write = useWriters();
  const { state, problem, notBefore, detail } = magnet;
  if (!problem) return null;
  return (
    <div className="grid gap-0.5">
      <p className={state === "failed" ? "z-problem" : "text-sm"}>{t(`admin.magnet.problem.${problem}`)}</p>
      {detail ? (
        <p className="z-faint" dir="auto">
          {detail}
        </p>
      ) : null}
      {notBefore ? (
        <p className="z-faint">{t("admin.encoding.again", { time: write.at(notBefore), zone })}</p>
      ) : null}
    </div>
  );
}

/** Its progress: bytes present, of all of them. Nothing until the total is known. */
export function Far({ magnet }: { magnet: Magnet }) {
  const { t } = useTranslation();
  const write = useWriters();
  const { bytes, doneBytes, progress, state } = magnet;
  if (bytes === null) return null;
  if (state === "choose" || state === "cancelled" || state === "done")
    return <span>{write.bytes(bytes)}</span>;
  const shown = write.percent(Math.floor(progress * 100) / 100);
  return (
    <span className="grid gap-1">
      <Meter share={progress} label={t(`admin.magnet.state.${state}`)} />
      <span className="z-faint tabular-nums">
        {progress === 1 ? (
          write.bytes(bytes)
        ) : (
          <>
            <bdi>{shown}</bdi> ·{" "}
            <bdi>{t("admin.magnet.of", { done: write.bytes(doneBytes), all: write.bytes(bytes) })}</bdi>
          </>
        )}
      </span>
    </span>
  );
}

/** Its rate and number of peers; nothing while it is idle. */
export function Pace({ magnet }: { magnet: Magnet }) {
  const { t } = useTranslation();
  const write = useWriters();
  const { state, downBps, upBps, peers, leftS, seeding } = magnet;
  if (state !== "downloading" && state !== "waiting-metadata" && !seeding) return null;
  const rate = seeding ? upBps : downBps;
  return (
    <span className="grid">
      {state === "waiting-metadata" ? null : (
        <span className="tabular-nums">{t("admin.upload.rate", { rate: write.bytes(rate) })}</span>
      )}
      <span className="z-faint">{t("admin.magnet.peers", { number: write.number(peers) })}</span>
      {state === "downloading" && leftS !== null ? (
        <span className="z-faint">{t("admin.encoding.left", { time: write.rest(leftS) })}</span>
      ) : null}
    </span>
  );
}
