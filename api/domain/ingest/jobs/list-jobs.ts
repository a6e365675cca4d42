import { and, eq, sql } from "drizzle-orm";
import type { Job, JobCounts } from "../../../../contract/ingest/admin-jobs.ts";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import type { Jobs } from "../../../db/jobs.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { episodes, movies } from "../../../db/schema.ts";
import { numberInSeason } from "../../catalogue/seasons.ts";
import { decodeCursor, encodeCursor, timeKey } from "../../kernel/cursor.ts";
import { invalidField } from "../../kernel/failure.ts";
import { byPreference } from "../../kernel/localised.ts";
import { captionJobs } from "./caption-jobs.ts";
import { encodingJobs } from "./encoding-jobs.ts";
import { importJobs } from "./import-jobs.ts";
import type { FoundJob, JobSource } from "./job-source.ts";
import { magnetJobs } from "./magnet-jobs.ts";
import { subtitleJobs } from "./subtitle-jobs.ts";

/** Every kind of job. Their order decides between two of the same time and id. */
const jobSources: readonly JobSource[] = [encodingJobs, magnetJobs, subtitleJobs, importJobs, captionJobs];

type Found = FoundJob & { source: number };

/**
 * The jobs of all kinds in one list, newest first: each kind answers with its next page from its own index, and the
 * newest of these are the page.
 */
export async function listJobs(
  deps: { db: Db; jobs: Jobs },
  { kind, state, movie, cursor, limit = 50, locale }: ParsedOf<"z/job/list"> & { locale: Locale },
): Promise<OutputOf<"z/job/list">> {
  const after = cursor ? readCursor(cursor) : null;
  const found: Found[] = [];
  for (const [source, { kind: own, find }] of jobSources.entries()) {
    if (kind !== undefined && kind !== own) continue;
    const place = after && { ...after, inclusive: source > after.source };
    const rows = await find(deps, { state, movie, after: place, limit: limit + 1 });
    found.push(...rows.map((row) => ({ ...row, source })));
  }
  found.sort((a, b) => compare(b.key, a.key) || compare(b.id, a.id) || a.source - b.source);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1)! : null;
  const ids = page.flatMap(({ movieId }) => movieId ?? []);
  const titles = await moviesOf(deps.db, { ids, locale });
  const places = await placesOf(deps.db, page);
  return {
    items: page.map(({ key: _key, source, movieId, ...row }): Job => ({
      ...row,
      ...places.get(`${movieId} ${row.episode}`),
      kind: jobSources[source]!.kind,
      movie: titles.get(movieId ?? "") ?? null,
    })),
    next: last && encodeCursor({ key: last.key, id: `${last.source}:${last.id}` }),
    counts: await countJobs(deps.db),
  };
}

/** How many jobs of each kind are in each state that has not ended well. */
export async function countJobs(db: Db): Promise<JobCounts> {
  const counts: JobCounts = [];
  for (const { kind, count } of jobSources)
    for (const row of await count(db)) if (row.count > 0) counts.push({ kind, ...row });
  return counts;
}

function readCursor(cursor: string): { key: string; id: string; source: number } {
  const { key, id } = decodeCursor(cursor, timeKey);
  const [, source, own] = /^(\d):(.+)$/.exec(id) ?? [];
  if (own === undefined) throw invalidField("cursor", "format");
  return { key, id: own, source: Number(source) };
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

async function moviesOf(
  db: Db,
  { ids, locale }: { ids: string[]; locale: Locale },
): Promise<Map<string, NonNullable<Job["movie"]>>> {
  if (ids.length === 0) return new Map();
  const wanted = sql.join(
    [...new Set(ids)].map((id) => sql`${id}`),
    sql`, `,
  );
  const rows = rowsOf<NonNullable<Job["movie"]> & { count: number }>(
    await db.execute(sql`select m.id, m.kind, (select count(distinct e.season)::int from episode e
        where e.movie_id = m.id and m.kind = 'series') as count, coalesce((select t.title from movie_text t where t.movie_id = m.id
      order by ${byPreference(sql`t.locale`, locale)} limit 1), m.id) as title
      from movie m where m.id in (${wanted})`),
  );
  return new Map(rows.map(({ count, ...row }) => [row.id, { ...row, ...(count > 1 && { seasons: count }) }]));
}

/** Seasons and numbers of the series' episodes that jobs are about, by their movies and indexes. */
async function placesOf(
  db: Db,
  jobs: readonly FoundJob[],
): Promise<Map<string, { season: number; number: number }>> {
  const wanted = jobs.flatMap(({ movieId, episode }) =>
    movieId !== null && episode !== null ? [sql`(${movieId}, ${episode}::int)`] : [],
  );
  if (wanted.length === 0) return new Map();
  const { movieId, index, season } = episodes;
  const rows = await db
    .select({ movieId, index, season, number: numberInSeason })
    .from(episodes)
    .innerJoin(movies, and(eq(movies.id, movieId), eq(movies.kind, "series")))
    .where(sql`(${movieId}, ${index}) in (${sql.join(wanted, sql`, `)})`);
  return new Map(
    rows.map((row) => [`${row.movieId} ${row.index}`, { season: row.season, number: row.number }]),
  );
}
