export type NamedFile = { name: string; season: number | null; episode: number | null };
/** An episode by its season and its number there. */
export type Numbered = { season: number; number: number };

const byName = new Intl.Collator("en", { numeric: true });

/**
 * Proposes an episode for each file, by what its name says; null = none, it is left to the admin. A file without a
 * number, or with that of another one, changes nothing for the others. If no name has a number, they are counted in the
 * order of names.
 * @param usual the season of files whose names say none, where no other name says one
 */
export function numberEpisodes(files: readonly NamedFile[], usual = 1): (Numbered | null)[] {
  const inOrder = files.toSorted((one, other) => byName.compare(one.name, other.name));
  const numbered = inOrder.filter(({ episode }) => episode !== null);
  if (numbered.length === 0)
    return files.map((file) => ({ season: usual, number: inOrder.indexOf(file) + 1 }));
  const named = numbered.flatMap(({ season }) => (season ? [season] : []));
  const unsaid = named.length > 0 ? Math.min(...named) : usual;
  const taken = new Map<string, NamedFile>();
  // Of two files of one episode the one whose name says the season, too, has the better claim.
  for (const file of numbered.toSorted((one, other) => claimOf(one) - claimOf(other))) {
    const place = `${file.season ?? unsaid} ${file.episode}`;
    if (!taken.has(place)) taken.set(place, file);
  }
  const chosen = new Set(taken.values());
  return files.map((file) =>
    chosen.has(file) ? { season: file.season ?? unsaid, number: file.episode! } : null,
  );
}

const claimOf = ({ season }: NamedFile) => (season === null ? 1 : 0);
