import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PlaybackStart } from "../../../contract/index.ts";
import type { ApiClient } from "../../api-client/create-client.ts";
import { DownloadActions } from "./download-actions.tsx";
import "./downloads.css";
import type { CopyStageProps } from "./parts.ts";
import { timeBy } from "./licence-clock.ts";
import type { Manager } from "./manager.ts";
import type { Download } from "./protocol.ts";
import { useDownloads } from "./use-downloads.ts";

/** From this share of its length on, playback starts over: the API's own bound, see api/domain/playback/progress.ts. */
const finishedFrom = 0.95;

/** The player over the copy on this device, or the reason it may not or can't be played. */
export function OfflineCopy({
  playback,
  licence,
  still,
  path,
  api,
  children,
}: CopyStageProps & { api: ApiClient }) {
  const { manager, items } = useDownloads(api);
  const download = items?.find((one) => one.licence === licence);
  const [time, setTime] = useState<number | null>(null);
  const [begun, setBegun] = useState<PlaybackStart | null>(null);
  const expiresAt = download?.expiresAt;
  useEffect(() => {
    void manager.clock().then((clock) => setTime(timeBy(clock, Date.now())));
  }, [manager, expiresAt]);
  const playable = download?.state === "ready" && time !== null && time < download.expiresAt;
  useEffect(() => {
    // Runs once: saving the position during playback must not move it.
    if (playable && !begun) setBegun(asKept(playback, download, time));
  }, [playable, begun, playback, download, time]);
  if (begun) return children(begun);
  if (items === null || time === null || playable)
    return <img src={still} alt="" className="absolute inset-0 size-full object-cover" />;
  return <InItsPlace download={download} manager={manager} time={time} still={still} path={path} />;
}

function asKept(playback: PlaybackStart, { positionS, expiresAt }: Download, time: number): PlaybackStart {
  const placeS = positionS ?? playback.positionS;
  return {
    ...playback,
    positionS: placeS < playback.durationS * finishedFrom ? placeS : 0,
    now: new Date(time).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

type Words = { download: Download | undefined; manager: Manager; time: number; still: string; path: string };

function InItsPlace({ download, manager, time, still, path }: Words) {
  const { t } = useTranslation();
  const ended = download?.state === "ended";
  const expired = download?.state === "ready";
  const what = ended ? "ended" : expired ? "expired" : "missing";
  return (
    <section className="stage-panel @min-[1000px]/page:min-h-full!" aria-labelledby="kept-title">
      <img src={still} alt="" className="stage-backdrop object-cover" />
      <div className="stage-words">
        <h2 id="kept-title" className="text-xl font-extrabold tracking-tight">
          {t(`downloads.${what}Title`)}
        </h2>
        <p role="status" className="mt-1.5 max-w-md text-sm text-white/85">
          {t(`downloads.${what}Text`)}
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-2.5">
          {download ? <DownloadActions download={download} manager={manager} time={time} /> : null}
          {ended ? null : (
            <Link to={path} className="button bg-white/15 text-white hover:bg-white/25">
              {t("downloads.watchOnline")}
            </Link>
          )}
        </div>
      </div>
    </section>
  );
}
