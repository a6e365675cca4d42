import { useRevalidator } from "@remix-run/react";
import { Clapperboard, TriangleAlert } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Artwork } from "../../../contract/index.ts";
import { Backdrop } from "../../ui/artwork.tsx";

/** Seconds between two checks of a movie that is being encoded; also the page's refresh interval without scripts. */
export const lookAgainS = 15;

export type PreparingProps = {
  artwork: Artwork;
  here: string;
  /** Address of the feedback form, if files are missing; null while it is being encoded. */
  report: string | null;
};

/** Replaces the player while a movie is being encoded, or its files are missing. */
export function Preparing({ artwork, here, report }: PreparingProps) {
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
