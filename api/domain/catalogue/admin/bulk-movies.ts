import { randomUUID } from "node:crypto";
import { inArray, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import { mostMoviesAtOnce, mostTags } from "../../../../contract/catalogue/values.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { movies } from "../../../db/schema.ts";
import { actorOf, recordAudit, recordAudits } from "../../service/audit/record-audit.ts";
import { Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { cardColumns } from "../cards.ts";
import { findMovieIds } from "./list-movies.ts";
import type { MovieRow } from "./write-movie.ts";

type Action = ParsedOf<"z/movie/bulk">["action"];
type Input = ParsedOf<"z/movie/bulk"> & { admin: User; locale: Locale; now: Date };
/** Titles that an answer names of each outcome. */
const sampled = 20;
type Why = OutputOf<"z/movie/bulk">["skipped"][number]["why"];

/** Undo data of an action in the audit log: each movie before it, and its revision after it. */
export type DoneMovies = {
  kind: Action["kind"];
  titles: ({ id: string; revision: number } & Kept)[];
};
type Kept = {
  status: MovieRow["status"];
  publishedAt: string;
  hideAt: string | null;
  everPublished: boolean;
  hero: number | null;
  tags: string[];
  /** Missing in actions from before levels could be changed; then the level stays. */
  access?: MovieRow["access"];
};

/** One action for many movies, all or none. A dry run takes the same steps and stops before the first write. */
export async function bulkMovies(db: Db, input: Input): Promise<OutputOf<"z/movie/bulk">> {
  const { selection, action, dryRun, locale } = input;
  const ids =
    "ids" in selection
      ? [...new Set(selection.ids)]
      : await findMovieIds(db, { filter: selection.filter, most: mostMoviesAtOnce + 1 });
  if (ids.length > mostMoviesAtOnce)
    return { selected: null, affected: 0, skipped: [], sample: [], entry: null };
  return db.transaction(async (tx) => {
    const rows = new Map((await lockMovies(tx, ids, ["deleted", "trailer"])).map((row) => [row.id, row]));
    const affected: MovieRow[] = [];
    const skipped = new Map<Why, string[]>();
    for (const id of ids) {
      const row = rows.get(id);
      const why = row ? whyNot(row, action) : "not_found";
      if (why) skipped.set(why, [...(skipped.get(why) ?? []), id]);
      else affected.push(row!);
    }
    const namesOf = await namesIn(tx, {
      ids: [affected.map(({ id }) => id), ...skipped.values()].flatMap((some) => some.slice(0, sampled)),
      locale,
    });
    const entry =
      dryRun || affected.length === 0
        ? null
        : await changeMovies(tx, affected, { ...input, call: "z/movie/bulk" });
    return {
      selected: ids.length,
      affected: affected.length,
      skipped: [...skipped].map(([why, some]) => ({ why, count: some.length, sample: namesOf(some) })),
      sample: namesOf(affected.map(({ id }) => id)),
      entry,
    };
  });
}

/**
 * Deletes one movie; this can be undone for a day.
 * @throws Failure not_found · conflict
 */
export async function deleteMovie(
  db: Db,
  input: { id: string; revision: number; admin: User; reason?: string | undefined; now: Date },
): Promise<{ entry: string }> {
  return db.transaction(async (tx) => {
    const [row] = await lockMovies(tx, [input.id]);
    if (!row) throw new Failure("not_found");
    if (row.revision !== input.revision)
      throw new Failure("conflict", [], undefined, {
        conflict: { revision: row.revision, fields: [], by: null, at: row.updatedAt.toISOString() },
      });
    const entry = await changeMovies(tx, [row], {
      ...input,
      action: { kind: "delete" },
      call: "z/movie/delete",
    });
    return { entry: entry! };
  });
}

/** Locks in one order, so that concurrent actions wait for each other instead of failing. */
async function lockMovies(tx: Db, ids: string[], without = ["deleted"]): Promise<MovieRow[]> {
  const rows = await tx.select().from(movies).where(inArray(movies.id, ids)).orderBy(movies.id).for("update");
  return rows.filter(({ status }) => !without.includes(status));
}

function whyNot(row: MovieRow, action: Action): Why | null {
  const { status, tags, hideAt, access, hasVideo, premiereOn, publishedAt } = row;
  const now = new Date();
  switch (action.kind) {
    case "publish": {
      const isOver = hideAt !== null && hideAt <= now;
      if (status === "published" && !isOver) return "unchanged";
      if (!hasVideo && premiereOn === null && publishedAt <= now) return "no_video";
      return status === "waiting" && !isOver ? "unchanged" : null;
    }
    case "hide":
      return status === "draft" ? "unchanged" : null;
    case "tag":
      return tags.includes(action.tag) ? "unchanged" : tags.length >= mostTags ? "too_many_tags" : null;
    case "untag":
      return tags.includes(action.tag) ? null : "unchanged";
    case "access":
      return access === action.access ? "unchanged" : null;
    case "delete":
      return null;
  }
}

/** @returns the audit entry of the whole action */
async function changeMovies(
  tx: Db,
  rows: MovieRow[],
  { action, call, admin, reason, now }: Pick<Input, "action" | "admin" | "reason" | "now"> & { call: string },
): Promise<string | null> {
  const ids = rows.map(({ id }) => id);
  const after = await tx
    .update(movies)
    .set({ ...changesOf(action), revision: sql`${movies.revision} + 1`, updatedAt: now })
    .where(inArray(movies.id, ids))
    .returning();
  const states = new Map(after.map((row) => [row.id, row]));
  const actor = actorOf(admin);
  const undo: DoneMovies = {
    kind: action.kind,
    titles: rows.map((row) => ({ id: row.id, revision: row.revision + 1, ...keptOf(row) })),
  };
  const whole = randomUUID();
  const isBulk = call === "z/movie/bulk";
  const [first] = await recordAudits(
    tx,
    rows.map((row) => ({
      actor,
      action: call,
      target: { kind: "movie", id: row.id },
      before: loggedOf(row),
      after: loggedOf(states.get(row.id)!),
      reason,
      ...(isBulk ? { partOf: whole } : { undo }),
      now,
    })),
  );
  if (!isBulk) return first ?? null;
  return recordAudit(tx, {
    id: whole,
    actor,
    action: call,
    target: { kind: "movie", id: "*" },
    before: null,
    after: { action, movies: rows.length },
    reason,
    undo,
    now,
  });
}

/** Uses the database's clock, because publication is judged by it. */
function changesOf(action: Action): PgUpdateSetSource<typeof movies> {
  switch (action.kind) {
    case "publish":
      return {
        status: "published",
        everPublished: true,
        publishedAt: sql`case when ${movies.everPublished} or ${movies.publishedAt} > now()
          then ${movies.publishedAt} else now() end`,
        hideAt: sql`case when ${movies.hideAt} <= now() then null else ${movies.hideAt} end`,
      };
    case "hide":
      return {
        status: "draft",
        everPublished: sql`${movies.everPublished} or ${movies.status} <> 'draft'`,
      };
    case "tag":
      return { tags: sql`array_append(${movies.tags}, ${action.tag}::text)` };
    case "untag":
      return { tags: sql`array_remove(${movies.tags}, ${action.tag}::text)` };
    case "access":
      return { access: action.access };
    case "delete":
      return { status: "deleted", deletedAt: sql`now()`, hero: null };
  }
}

function keptOf({ status, publishedAt, hideAt, everPublished, hero, tags, access }: MovieRow): Kept {
  return {
    status,
    everPublished,
    hero,
    tags,
    access,
    publishedAt: publishedAt.toISOString(),
    hideAt: hideAt?.toISOString() ?? null,
  };
}

function loggedOf({ status, publishedAt, hideAt, hero, tags, access }: MovieRow): Record<string, unknown> {
  return { status, publishAt: publishedAt, hideAt, hero, tags, access };
}

/** @returns what names the first of some ids */
async function namesIn(
  tx: Db,
  { ids, locale }: { ids: string[]; locale: Locale },
): Promise<(some: string[]) => { id: string; title: string }[]> {
  const { id, title } = cardColumns(locale);
  const rows =
    ids.length === 0 ? [] : await tx.select({ id, title }).from(movies).where(inArray(movies.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (some) => some.slice(0, sampled).flatMap((one) => byId.get(one) ?? []);
}
