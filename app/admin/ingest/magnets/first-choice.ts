import type { MagnetDetail } from "../../../../contract/ingest/admin-magnets.ts";
import { numberEpisodes } from "../number-episodes.ts";
import type { TypedChoice } from "./magnet-outcome.ts";

/**
 * Initial values of the choice form: the earlier choice, else what the file names suggest.
 * @param year the current year, for a name without one
 */
export function firstChoice(
  magnet: MagnetDetail,
  { locale, year }: { locale: string; year: number },
): TypedChoice {
  const { guess, target } = magnet;
  const fresh = target?.kind === "new" ? target : null;
  return {
    target: target?.kind ?? "new",
    title: fresh?.title ?? guess.title,
    originalLanguage: fresh?.originalLanguage ?? locale,
    movieKind: fresh?.movieKind ?? guess.kind,
    access: fresh?.access ?? "free",
    year: String(fresh?.year ?? guess.year ?? year),
    rating: String(fresh?.rating ?? 0),
    q: "",
    movie: target?.kind === "existing" ? target.movie : "",
    files: proposed(magnet),
    subtitles: true,
  };
}

function proposed({ list, guess }: MagnetDetail): TypedChoice["files"] {
  const videos = list.filter(({ kind, sample }) => kind === "video" && !sample);
  if (guess.kind === "film") {
    const [largest] = videos.toSorted((a, b) => b.bytes - a.bytes);
    return largest ? { [largest.index]: { season: "1", episode: "1" } } : {};
  }
  const numbers = numberEpisodes(videos.map(({ path, guess }) => ({ name: path, ...guess })));
  return Object.fromEntries(
    videos.flatMap(({ index }, at) => {
      const place = numbers[at];
      return place ? [[index, { season: String(place.season), episode: String(place.number) }]] : [];
    }),
  );
}
