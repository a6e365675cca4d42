export type NamedFile = { name: string; season: number | null; episode: number | null };

const byName = new Intl.Collator("en", { numeric: true });

/**
 * Proposes an episode's number for each file, by what its name says; null = none, it is left to the admin. A file
 * without a number, or with that of another one, changes nothing for the others. Where several seasons repeat numbers,
 * each begins after the last episode of the one before. If no name has a number, they are counted in the order of names.
 */
export function numberEpisodes(files: readonly NamedFile[]): (number | null)[] {
  const inOrder = files.toSorted((one, other) => byName.compare(one.name, other.name));
  const numbered = inOrder.filter(({ episode }) => episode !== null);
  if (numbered.length === 0) return files.map((file) => inOrder.indexOf(file) + 1);
  const offsets = offsetsOf(numbered);
  const taken = new Map<number, NamedFile>();
  // Of two files of one episode the one whose name says the season, too, has the better claim.
  for (const file of numbered.toSorted((one, other) => claimOf(one) - claimOf(other))) {
    const offset = offsets.get(seasonIn(file, numbered));
    if (offset === undefined) continue;
    const number = offset + file.episode!;
    if (!taken.has(number)) taken.set(number, file);
  }
  const numbers = new Map([...taken].map(([number, file]) => [file, number]));
  return files.map((file) => numbers.get(file) ?? null);
}

/** What to add to the numbers of each season. Specials (season 0) beside others have no place among them. */
function offsetsOf(numbered: readonly NamedFile[]): Map<number, number> {
  const last = new Map<number, number>();
  for (const file of numbered) {
    const season = seasonIn(file, numbered);
    last.set(season, Math.max(last.get(season) ?? 0, file.episode!));
  }
  if (last.size > 1) last.delete(0);
  const seasons = [...last.keys()].sort((a, b) => a - b);
  const ofSeason = (season: number) =>
    numbered.filter((file) => seasonIn(file, numbered) === season).map(({ episode }) => episode);
  const repeats = seasons.some((season, at) =>
    seasons.slice(at + 1).some((later) => ofSeason(later).some((one) => ofSeason(season).includes(one))),
  );
  let offset = 0;
  return new Map(
    seasons.map((season) => {
      const own = offset;
      if (repeats) offset += last.get(season)!;
      return [season, own];
    }),
  );
}

const claimOf = ({ season }: NamedFile) => (season === null ? 1 : 0);

/** A file whose name says no season is of the first one. */
function seasonIn({ season }: NamedFile, numbered: readonly NamedFile[]): number {
  if (season !== null) return season;
  const known = numbered.flatMap((file) => (file.season ? [file.season] : []));
  return known.length > 0 ? Math.min(...known) : 1;
}
