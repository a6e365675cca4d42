/** Longer names are not read. */
const longest = 250;
/** In the order of how sure they are; the first one that is found counts. Each has a number of few digits. */
const withSeason = [
  /(?<![a-z0-9])s(\d{1,2})[ ._-]?e(?:p[ ._-]?)?(\d{1,4})(?!\d)/i,
  /(?<![a-z0-9])(\d{1,2})x(\d{1,3})(?![a-z0-9])/i,
  /(?<![a-z])(?:season|staffel|saison|temporada)[ ._-]?(\d{1,2})[ ._,-]{0,3}(?:episode|folge|épisode|episodio)[ ._-]?(\d{1,4})(?!\d)/i,
];
const alone = [
  /(?<![a-z])(?:episode|folge|épisode|episodio|ep|e)[ ._-]?(\d{1,4})(?![a-z0-9])/i,
  /第(\d{1,4})[話话集]/,
  / - (\d{1,3})(?:v\d)?(?![a-z0-9])/i,
  /^(\d{1,3})(?=[ ._-])/,
  /^(\d{1,3})$/,
];

/** Season and episode in a file's name: `S01E02`, `1x02`, `Season 1 Episode 2`, `E02`, `Show - 02`, `02 - Name`. */
export function guessEpisode(fileName: string): { season: number | null; episode: number | null } {
  const name = fileName
    .normalize("NFKC")
    .slice(0, longest)
    .replace(/\.[a-z0-9]{2,4}$/i, "");
  for (const pattern of withSeason) {
    const [, season, episode] = pattern.exec(name) ?? [];
    if (episode !== undefined) return { season: Number(season), episode: Number(episode) };
  }
  for (const pattern of alone) {
    const episode = Number(pattern.exec(name)?.[1]);
    if (episode > 0) return { season: null, episode };
  }
  return { season: null, episode: null };
}
