import { useRevalidator } from "@remix-run/react";
import { CalendarClock, Clapperboard, RotateCw, TriangleAlert } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Artwork, Movie } from "../../../contract/index.ts";
import { Backdrop } from "../../ui/artwork.tsx";
import { premiereIn } from "../../ui/poster-face.tsx";
import { Paywall } from "./paywall.tsx";
import { reportUrl } from "./report-link.tsx";
import type { Stage } from "./stage.ts";
import { StreamsPanel, type StreamsShown } from "./streams-panel.tsx";

/** Seconds between two checks of a movie that is being encoded; also the page's refresh interval without scripts. */
export const lookAgainS = 15;

type PreparingProps = {
  artwork: Artwork;
  here: string;
  /** Address of the feedback form, if files are missing; null while it is being encoded. */
  report: string | null;
};

/** Replaces the player while a movie is being encoded, or its files are missing. */
function Preparing({ artwork, here, report }: PreparingProps) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const Sign = report ? TriangleAlert : Clapperboard;
  useEffect(() => {
    const timer = setInterval(
      () => document.visibilityState === "visible" && revalidate(),
      lookAgainS * 1_000,
    );
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <section className="stage-panel" aria-labelledby="preparing-title">
      {/* Only without scripts: scripts check without losing the reader's scroll position. */}
      <noscript>
        <meta httpEquiv="refresh" content={String(lookAgainS)} />
      </noscript>
      <Backdrop artwork={artwork} eager first className="stage-backdrop" sizes="100vw" />
      <div className="stage-words" role="status">
        <Sign aria-hidden="true" className="size-10 text-gold-bright" strokeWidth={1.75} />
        <h2
          id="preparing-title"
          className="mt-2 text-xl font-extrabold tracking-tight @min-[600px]/page:text-2xl"
        >
          {t(report ? "missing.title" : "preparing.title")}
        </h2>
        <p className="mt-1.5 max-w-md text-sm text-white/85 @min-[600px]/page:text-base">
          {t(report ? "missing.text" : "preparing.text")}
        </p>
        {report ? null : <span className="preparing-bar" aria-hidden="true" />}
        <div className="mt-4 flex flex-wrap justify-center gap-2.5">
          <a href={here} className="button bg-white/15 text-white hover:bg-white/25">
            {t("preparing.again")}
          </a>
          {report ? (
            <a href={report} className="button bg-white/15 text-white hover:bg-white/25">
              {t("feedback.report")}
            </a>
          ) : null}
        </div>
      </div>
    </section>
  );
}

/** Replaces the player of a movie that is announced: the day it is expected. */
function Announced({ artwork, premiereOn }: { artwork: Artwork; premiereOn: string }) {
  const { t, i18n } = useTranslation();
  return (
    <section className="stage-panel" aria-labelledby="announced-title">
      <Backdrop artwork={artwork} eager first className="stage-backdrop" sizes="100vw" />
      <div className="stage-words">
        <CalendarClock aria-hidden="true" className="size-10 text-gold-bright" strokeWidth={1.75} />
        <h2
          id="announced-title"
          className="mt-2 text-xl font-extrabold tracking-tight @min-[600px]/page:text-2xl"
        >
          {t("movie.coming", { date: premiereIn(i18n.language, premiereOn, "long") })}
        </h2>
      </div>
    </section>
  );
}

type ClosedStageProps = {
  stage: Stage;
  movie: Movie;
  index: number;
  here: string;
  member: boolean;
  /** What plays on other devices, if that is why. */
  streams: StreamsShown | null;
};

/** Tells why an episode can't be played; nothing if it can. */
export function ClosedStage({
  stage,
  movie: { id, artwork },
  index,
  here,
  member,
  streams,
}: ClosedStageProps) {
  if (stage.kind === "paywall")
    return <Paywall artwork={artwork} needs={stage.needs} to={here} member={member} />;
  if (streams) return <StreamsPanel artwork={artwork} streams={streams} here={here} />;
  if (stage.kind === "announced") return <Announced artwork={artwork} premiereOn={stage.premiereOn} />;
  if (stage.kind !== "preparing" && stage.kind !== "missing") return null;
  const report = stage.kind === "missing" ? reportUrl({ movieId: id, index, here }) : null;
  return <Preparing artwork={artwork} here={here} report={report} />;
}

/** Without scripts nothing tells why playback has stopped, or restarts it: a link to reload at the same position. */
export function ReloadHint({ here }: { here: string }) {
  const { t } = useTranslation();
  return (
    <noscript>
      <p className="reload-hint">
        <span>{t("player.reloadHint")}</span>
        <a href={here} className="button button-quiet">
          <RotateCw aria-hidden="true" className="size-4.5" />
          {t("error.reload")}
        </a>
      </p>
    </noscript>
  );
}
