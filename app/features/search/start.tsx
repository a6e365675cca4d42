import { Link } from "@remix-run/react";
import { History, TrendingUp, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import type { Genre, MovieCard } from "../../../contract/index.ts";
import { TitleGrid } from "../../ui/title-grid.tsx";
import { searchUrl } from "./query.ts";
import { recentSearches } from "./recent-searches.ts";

const none: readonly string[] = [];

/** Before a search: the latest searches on this device, movies that many watch now, and the genres. */
export function Start({ trending, genres }: { trending: MovieCard[]; genres: Genre[] }) {
  const { t } = useTranslation();
  return (
    <>
      <Recent />
      {genres.length > 0 ? (
        <section className="mt-6" aria-labelledby="search-genres">
          <h2 id="search-genres" className="search-heading">
            {t("search.genres")}
          </h2>
          <ul className="mt-2 flex flex-wrap gap-2">
            {genres.map(({ id, name }) => (
              <li key={id}>
                <Link to={`/page/search?list=genre&genre=${id}`} className="chip">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Link to="/page/collection" className="chip mt-4">
        {t("collection.title")}
      </Link>
      <Trending movies={trending} />
    </>
  );
}

/** Movies whose audience grows, then the most watched ones, as posters. */
export function Trending({ movies }: { movies: MovieCard[] }) {
  const { t } = useTranslation();
  if (movies.length === 0) return null;
  return (
    <section className="mt-7" aria-labelledby="search-trending">
      <h2 id="search-trending" className="search-heading">
        <TrendingUp aria-hidden="true" className="flip size-5 text-curtain" />
        {t("home.trending")}
      </h2>
      <TitleGrid movies={movies} eager={6} className="mt-3" />
    </section>
  );
}

function Recent() {
  const { t } = useTranslation();
  const recent = useSyncExternalStore(recentSearches.subscribe, recentSearches.read, () => none);
  if (recent.length === 0) return null;
  return (
    <section className="mt-6" aria-labelledby="search-recent">
      <div className="flex items-center justify-between gap-3">
        <h2 id="search-recent" className="search-heading">
          {t("search.recent")}
        </h2>
        <button
          type="button"
          className="button -me-3 px-3 text-sm text-ink-soft hover:text-ink"
          onClick={recentSearches.clear}
        >
          {t("search.forgetAll")}
        </button>
      </div>
      <ul className="mt-1 divide-y divide-line">
        {recent.map((words) => (
          <li key={words} className="flex items-center">
            <Link
              to={searchUrl({ q: words })}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-3 py-1"
            >
              <History aria-hidden="true" className="size-4.5 shrink-0 text-ink-faint" />
              <span className="own-words min-w-0 flex-1 truncate">{words}</span>
            </Link>
            <button
              type="button"
              className="-me-3 grid size-11 shrink-0 place-items-center rounded-full text-ink-faint hover:bg-mist hover:text-ink"
              aria-label={t("search.forget", { words })}
              onClick={() => recentSearches.remove(words)}
            >
              <X aria-hidden="true" className="size-4.5" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
