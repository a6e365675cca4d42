import { Form, Link, useFetcher, useLocation, useRevalidator } from "@remix-run/react";
import { ChevronsUp, Pause, Play, RotateCw, X } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AdminEpisode, Encoding } from "../../../../contract/index.ts";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { useWriters } from "../../kit/format.ts";
import { Meter } from "../../kit/meter.tsx";
import { Chip } from "../../kit/page-head.tsx";
import { AssetChip } from "./episodes-panel.tsx";
import { Panel } from "./panel.tsx";
import { PreviewPlayer } from "./preview-player.tsx";
import { useZone } from "../../kit/zone.ts";

const tones = {
  waiting: undefined,
  encoding: "gold",
  paused: undefined,
  ready: "good",
  failed: "red",
  cancelled: undefined,
} as const;
/** Milliseconds between two requests for the progress. */
const lookMs = 2_000;

type Props = {
  episode: AdminEpisode;
  movieId: string;
  encoding: Encoding | null;
  editable: boolean;
  /** Whether the page has a player elsewhere, beside the marks. */
  playsBelow: boolean;
  /** The place for the upload of another video. */
  children?: ReactNode;
};

/** An episode's asset: the parts that can be watched, and the encoding of the file stored last. */
export function VideoPanel({ episode, movieId, encoding, editable, playsBelow, children }: Props) {
  const { t } = useTranslation();
  const write = useWriters();
  const { asset } = episode;
  const current = useLatest({ movieId, index: episode.index, encoding });
  return (
    <Panel id="video" title={t("admin.movie.video")}>
      {asset?.state === "ready" || !current || current.state === "cancelled" ? (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <AssetChip asset={asset} />
          {asset?.durationS ? <span className="z-faint">{write.span(asset.durationS)}</span> : null}
          {asset?.height ? <span className="z-faint">{asset.height}p</span> : null}
        </p>
      ) : null}
      {current && current.state !== "ready" ? <Progress encoding={current} editable={editable} /> : null}
      {asset?.preview && !playsBelow ? <PreviewPlayer key={asset.id} src={asset.preview} /> : null}
      {children}
    </Panel>
  );
}

function Progress({ encoding, editable }: { encoding: Encoding; editable: boolean }) {
  const { t } = useTranslation();
  const zone = useZone();
  const write = useWriters();
  const { state, phase, progress, leftS, problem, notBefore, preview } = encoding;
  const percent = Math.floor(progress * 100);
  const words = t(`admin.encoding.state.${state}`);
  return (
    <div className="z-encoding" role="group" aria-label={t("admin.encoding.title")}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Chip tone={tones[state]}>{words}</Chip>
        {state === "encoding" && phase ? <span>{t(`admin.encoding.phase.${phase}`)}</span> : null}
        {state === "encoding" && phase !== "reading" ? (
          <span className="z-faint tabular-nums">{write.percent(percent / 100)}</span>
        ) : null}
        {state === "encoding" && leftS !== null ? (
          <span className="z-faint">{t("admin.encoding.left", { time: write.rest(leftS) })}</span>
        ) : null}
      </p>
      {state === "encoding" ? <Meter share={progress} label={words} /> : null}
      {problem ? (
        <p className={state === "failed" ? "z-problem" : "text-sm"}>
          {t(`admin.encoding.problem.${problem}`)}
        </p>
      ) : null}
      {state === "waiting" && notBefore ? (
        <p className="z-faint">{t("admin.encoding.again", { time: write.at(notBefore), zone })}</p>
      ) : null}
      {preview && state !== "cancelled" ? <p className="z-faint">{t("admin.encoding.preview")}</p> : null}
      {editable ? <Actions encoding={encoding} /> : null}
    </div>
  );
}

function Actions({ encoding }: { encoding: Encoding }) {
  const { t } = useTranslation();
  const { id, state, notBefore, priority } = encoding;
  const live = state === "waiting" || state === "encoding" || state === "paused";
  const button = (verb: string, label: string, icon: ReactNode, tone = "") => (
    <button type="submit" name="intent" value={`encoding-${verb}`} className={`z-button ${tone}`}>
      {icon}
      {label}
    </button>
  );
  if (state === "cancelled") return null;
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
      <input type="hidden" name="encoding" value={id} />
      <input type="hidden" name="state" value={state} />
      <input type="hidden" name="priority" value={Math.min(100, priority + 10)} />
      {state === "failed" || (state === "waiting" && notBefore)
        ? button("retry", t("admin.encoding.retry"), <RotateCw aria-hidden="true" className="size-4" />)
        : null}
      {state === "waiting" || state === "encoding"
        ? button("pause", t("admin.encoding.pause"), <Pause aria-hidden="true" className="size-4" />)
        : null}
      {state === "paused"
        ? button("resume", t("admin.encoding.resume"), <Play aria-hidden="true" className="size-4" />)
        : null}
      {state === "waiting" && priority < 100
        ? button("first", t("admin.encoding.first"), <ChevronsUp aria-hidden="true" className="size-4" />)
        : null}
      {live || state === "failed"
        ? button(
            "cancel",
            t("admin.encoding.cancel"),
            <X aria-hidden="true" className="size-4" />,
            "z-button-danger",
          )
        : null}
      <Refresh live={live} />
    </Form>
  );
}

/** Without scripts, a link reloads (a fragment would only scroll there); with scripts, the page reloads by itself. */
function Refresh({ live }: { live: boolean }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const hydrated = useHydrated();
  if (!live || hydrated) return null;
  return (
    <Link to={`${pathname}${search}`} className="z-button" reloadDocument>
      {t("admin.encoding.refresh")}
    </Link>
  );
}

/** Asks for the progress while an encoding runs and the page is visible; when it ends, reloads the page's data. */
function useLatest({
  movieId,
  index,
  encoding,
}: {
  movieId: string;
  index: number;
  encoding: Encoding | null;
}) {
  const { data, load, state } = useFetcher<{ encoding: Encoding | null }>();
  const { revalidate } = useRevalidator();
  const told = data?.encoding;
  // An answer requested before an action is older than the action's own answer.
  const current = told && told.id === encoding?.id && !isNewer(encoding, told) ? told : encoding;
  const isLive = current?.state === "waiting" || current?.state === "encoding";
  const address = `/z/page/movie/detail/${movieId}/encoding?episode=${index}`;
  useEffect(() => {
    if (!isLive || state !== "idle") return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") load(address);
    }, lookMs);
    return () => clearInterval(timer);
  }, [isLive, state, load, address]);
  const changed = told && encoding && told.id === encoding.id && isNewer(told, encoding);
  const turned = changed && (told.state !== encoding.state || told.preview !== encoding.preview);
  useEffect(() => {
    if (turned) revalidate();
  }, [turned, revalidate]);
  return current;
}

const isNewer = (one: Encoding, other: Encoding) => one.updatedAt > other.updatedAt;
