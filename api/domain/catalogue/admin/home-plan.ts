import { inArray, sql } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { genreNames, homePlans, movies, type PlannedRow } from "../../../db/schema.ts";
import { lastChange } from "../../service/audit/last-change.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { conflict, invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { cardColumns } from "../cards.ts";
import { planId, readHomePlan } from "../read-home-plan.ts";

/**
 * The planned rows of the home page. Trends and genres without a row are listed too, so that admins can turn them on.
 */
export async function listRows(db: Db, { locale }: { locale: Locale }): Promise<OutputOf<"z/row/list">> {
  const { rows, revision } = await readHomePlan(db);
  const planned = new Set(rows.map(({ genre }) => genre));
  const unplanned = (kind: "trending" | "genre", genre: string | null) =>
    ({ kind, on: false, genre, names: {}, movies: [] }) satisfies PlannedRow;
  const trends = rows.some(({ kind }) => kind === "trending") ? [] : [unplanned("trending", null)];
  const genres = await db
    .selectDistinct({ genre: genreNames.genre })
    .from(genreNames)
    .orderBy(genreNames.genre);
  const left = genres.flatMap(({ genre }) => (planned.has(genre) ? [] : [unplanned("genre", genre)]));
  const ids = [...new Set(rows.flatMap((row) => row.movies))];
  const { id, title } = cardColumns(locale);
  const found =
    ids.length === 0 ? [] : await db.select({ id, title }).from(movies).where(inArray(movies.id, ids));
  const titles = new Map(found.map((row) => [row.id, row]));
  return {
    revision,
    // A movie that was removed for good stays in the stored plan until its row is saved again.
    rows: [...rows, ...trends, ...left].map((row) => ({
      ...row,
      movies: row.movies.filter((one) => titles.has(one)),
      titles: row.movies.flatMap((one) => titles.get(one) ?? []),
    })),
  };
}

/**
 * Replaces the plan of the home page.
 * @throws Failure conflict · invalid for an unknown genre or movie, a duplicate row, and a picked row without a name
 */
export async function saveRows(
  db: Db,
  input: ParsedOf<"z/row/save"> & { admin: User; now: Date },
): Promise<{ revision: number }> {
  const { revision, rows, admin, reason, now } = input;
  const target = { kind: "row", id: "home" } as const;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('home plan'))`);
    const before = await readHomePlan(tx);
    if (before.revision !== revision) {
      const fields = [{ field: "rows", theirs: before.rows }];
      throw conflict({ revision: before.revision, fields, ...(await lastChange(tx, target)) });
    }
    await checkRows(tx, rows);
    const audited = await recordAudit(tx, {
      actor: actorOf(admin),
      action: "z/row/save",
      target,
      before: { rows: before.rows },
      after: { rows },
      reason,
      now,
    });
    if (audited === null) return { revision };
    const next = { rows, revision: revision + 1 };
    await tx
      .insert(homePlans)
      .values({ id: planId, ...next })
      .onConflictDoUpdate({ target: homePlans.id, set: next });
    return { revision: next.revision };
  });
}

async function checkRows(tx: Db, rows: PlannedRow[]): Promise<void> {
  const genres = await tx.selectDistinct({ genre: genreNames.genre }).from(genreNames);
  const known = new Set(genres.map(({ genre }) => genre));
  const ids = [...new Set(rows.flatMap((row) => row.movies))];
  const found =
    ids.length === 0 ? [] : await tx.select({ id: movies.id }).from(movies).where(inArray(movies.id, ids));
  const titles = new Set(found.map(({ id }) => id));
  const seen = new Set<string>();
  for (const [at, row] of rows.entries()) {
    const { kind, genre, names, movies: picked } = row;
    if (kind === "picked") {
      if (Object.keys(names).length === 0) throw invalidField(`rows.${at}.names.en`, "required");
      const wrong = picked.findIndex((id) => !titles.has(id));
      if (wrong >= 0) throw invalidField(`rows.${at}.movies.${wrong}`, "choice");
      continue;
    }
    if (kind === "genre" && (genre === null || !known.has(genre)))
      throw invalidField(`rows.${at}.genre`, "choice");
    const what = `${kind} ${kind === "genre" ? genre : ""}`;
    if (seen.has(what)) throw invalidField(`rows.${at}.kind`, "repeated");
    seen.add(what);
  }
}
