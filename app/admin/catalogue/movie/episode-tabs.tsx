import { Link, useSearchParams } from "@remix-run/react";
import { Check } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { AdminEpisode, AdminMovie } from "../../../../contract/index.ts";
import { queryWith } from "../../kit/list-url.ts";
import { nameOfEpisode } from "./episode-names.ts";
import { scrollToCurrent } from "./parts-nav.tsx";

/** Links to the same part of a series' other episodes; those with a video are marked. */
export function EpisodeTabs({ movie, current, lang }: { movie: AdminMovie; current: number; lang: string }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => scrollToCurrent(nav.current), [current]);
  const numberOf = ({ index, number, season }: AdminEpisode) =>
    movie.seasons.length > 1 || season === 0 ? nameOfEpisode(t, movie, index) : number;
  return (
    <nav ref={nav} aria-label={t("admin.movie.episodes")} className="z-panel pb-0!">
      <ul className="z-tabs mb-0!">
        {movie.episodes.map((episode) => {
          const { index, asset } = episode;
          return (
            <li key={index}>
              <Link
                to={queryWith(search, { episode: String(index), send: null })}
                replace
                aria-current={index === current ? "page" : undefined}
                className="z-tab"
              >
                <span className="tabular-nums">{numberOf(episode)}</span>
                <span className="max-w-40 truncate" dir="auto">
                  {nameIn(episode, lang)}
                </span>
                {asset?.state === "ready" ? <Check aria-hidden="true" className="size-3.5" /> : null}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** An episode's title in a language, or in another; empty if it has none. */
export function nameIn({ texts }: AdminEpisode, lang: string): string {
  const text = texts[lang as "en"] ?? texts.en ?? Object.values(texts)[0];
  return text?.title ?? "";
}
