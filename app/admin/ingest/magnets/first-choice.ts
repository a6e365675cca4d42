import type { MagnetDetail } from "../../../../contract/ingest/admin-magnets.ts";
import type { TypedChoice } from "./magnet-outcome.ts";

/**
 * Initial values of the choice form: the earlier choice, else what the file names suggest. If several seasons repeat
 * episode numbers, the episodes are counted through.
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

function proposed({ list, guess }: MagnetDetail): Record<string, string> {
  const videos = list.filter(({ kind, sample }) => kind === "video" && !sample);
  if (guess.kind === "film") {
    const [largest] = videos.toSorted((a, b) => b.bytes - a.bytes);
    return largest ? { [largest.index]: "1" } : {};
  }
  const numbers = videos.map(({ guess: { episode } }) => episode);
  const told = numbers.every((number) => number !== null) && new Set(numbers).size === numbers.length;
  const order = videos.toSorted(
    (a, b) =>
      (a.guess.season ?? 0) - (b.guess.season ?? 0) ||
      (a.guess.episode ?? 0) - (b.guess.episode ?? 0) ||
      (a.path < b.path ? -1 : 1),
  );
  return Object.fromEntries(
    order.map((file, at) => [file.index, String(told ? file.guess.episode : at + 1)]),
  );
}
