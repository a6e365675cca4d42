import type { MagnetDetail } from "../../../../contract/ingest/admin-magnets.ts";
import type { TypedChoice } from "./magnet-outcome.ts";

/**
 * Initial values of the choice form: the earlier choice, else what the file names suggest. If several seasons repeat
 * episode numbers, the episodes are counted through. A video without a number is not chosen if others have one.
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
  const numbered = videos.filter(({ guess: { episode } }) => episode !== null);
  const unique = new Set(numbered.map(({ guess: { episode } }) => episode)).size === numbered.length;
  if (numbered.length > 0 && unique)
    return Object.fromEntries(numbered.map((file) => [file.index, String(file.guess.episode)]));
  const order = (numbered.length > 0 ? numbered : videos).toSorted(
    (a, b) =>
      (a.guess.season ?? 0) - (b.guess.season ?? 0) ||
      (a.guess.episode ?? 0) - (b.guess.episode ?? 0) ||
      (a.path < b.path ? -1 : 1),
  );
  return Object.fromEntries(order.map((file, at) => [file.index, String(at + 1)]));
}
