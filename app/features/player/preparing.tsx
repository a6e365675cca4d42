import { useRevalidator } from "@remix-run/react";
import { Clapperboard } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Artwork } from "../../../contract/index.ts";
import { Backdrop } from "../../ui/artwork.tsx";

/** Seconds between two looks at a title that is being prepared; also the page's refresh without scripts. */
export const lookAgainS = 15;

/** In place of the player while a title is being encoded. */
export function Preparing({ artwork, here }: { artwork: Artwork; here: string }) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(
      () => document.visibilityState === "visible" && revalidate(),
      lookAgainS * 1_000,
    );
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <section className="stage-panel" aria-labelledby="preparing-title">
      {/* Only without scripts: they look again without losing the reader's place. */}
      <noscript>
        <meta httpEquiv="refresh" content={String(lookAgainS)} />
      </noscript>
      <Backdrop artwork={artwork} eager first className="stage-backdrop" sizes="100vw" />
      <div className="stage-words" role="status">
        <Clapperboard aria-hidden="true" className="size-10 text-gold-bright" strokeWidth={1.75} />
        <h2
          id="preparing-title"
          className="mt-2 text-xl font-extrabold tracking-tight @min-[600px]/page:text-2xl"
        >
          {t("preparing.title")}
        </h2>
        <p className="mt-1.5 max-w-md text-sm text-white/85 @min-[600px]/page:text-base">
          {t("preparing.text")}
        </p>
        <span className="preparing-bar" aria-hidden="true" />
        <a href={here} className="button mt-4 bg-white/15 text-white hover:bg-white/25">
          {t("preparing.again")}
        </a>
      </div>
    </section>
  );
}
