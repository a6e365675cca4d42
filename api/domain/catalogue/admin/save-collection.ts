import { eq, sql } from "drizzle-orm";
import { mostCollectionMovies, mostCollections } from "../../../../contract/catalogue/values.ts";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { collections, type CollectionTexts } from "../../../db/schema.ts";
import { conflict, Failure, invalidField } from "../../kernel/failure.ts";
import { clashesOf, isUntouched } from "../../kernel/merge-fields.ts";
import type { User } from "../../kernel/user.ts";
import { lastChange } from "../../service/audit/last-change.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { belongsTo } from "../collections.ts";
import { countCollectionMovies, movieIds, type CollectionRow } from "./collections.ts";

type By = { admin: User; now: Date };

/**
 * Adds a collection (`revision` null), or changes its texts.
 * @throws Failure not_found · invalid for a new one whose id is taken, and without any name · conflict
 */
export async function saveCollection(
  db: Db,
  input: ParsedOf<"z/collection/save"> & By,
): Promise<OutputOf<"z/collection/save">> {
  const { id, revision, texts: sent, before, admin, reason, now } = input;
  return db.transaction(async (tx) => {
    const row = await lockCollection(tx, id);
    if (revision === null && row) throw invalidField("id", "repeated");
    if (revision !== null && !row) throw new Failure("not_found");
    if (row && row.revision !== revision) await refuseClashes(tx, row, { sent: flatTexts(sent), before });
    const texts = changedTexts(row?.texts ?? {}, { sent, before });
    if (Object.keys(texts).length === 0) throw invalidField("texts.en.name", "required");
    const audited = await recordAudit(tx, {
      actor: actorOf(admin),
      action: "z/collection/save",
      target: { kind: "collection", id },
      before: row && flatTexts(row.texts),
      after: flatTexts(texts),
      reason,
      now,
    });
    if (audited === null) return { revision: row!.revision };
    const next = { texts, revision: (row?.revision ?? -1) + 1, updatedAt: now };
    await tx
      .insert(collections)
      .values({ id, ...next })
      .onConflictDoUpdate({ target: collections.id, set: next });
    return { revision: next.revision };
  });
}

/**
 * Makes these the movies of a collection, in this order.
 * @throws Failure not_found · conflict if the collection has changed · invalid for an unknown or repeated movie, and for
 *   one that is in too many collections
 */
export async function setCollectionMovies(
  db: Db,
  { id, revision, movies: wanted, admin, reason, now }: ParsedOf<"z/collection/movies"> & By,
): Promise<OutputOf<"z/collection/movies">> {
  return db.transaction(async (tx) => {
    const row = await lockCollection(tx, id);
    if (!row) throw new Failure("not_found");
    // Movies beyond those that the page lists stay.
    const had = (await movieIds(tx, row)).slice(0, mostCollectionMovies);
    if (row.revision !== revision) {
      const fields = [{ field: "movies", theirs: had }];
      const last = await lastChange(tx, { kind: "collection", id }, fields);
      throw conflict({ revision: row.revision, fields, ...last });
    }
    const repeated = wanted.findIndex((one, at) => wanted.indexOf(one) !== at);
    if (repeated >= 0) throw invalidField(`movies.${repeated}`, "repeated");
    const added = wanted.filter((one) => !had.includes(one));
    await refuseUnknown(tx, { wanted, added });
    const audited = await recordAudit(tx, {
      actor: actorOf(admin),
      action: "z/collection/movies",
      target: { kind: "collection", id },
      before: { movies: had },
      after: { movies: wanted },
      reason,
      now,
    });
    if (audited === null) return { revision };
    const removed = had.filter((one) => !wanted.includes(one));
    await changeMovies(tx, removed, { set: sql`array_remove(collections, ${id}::text)`, now });
    await changeMovies(tx, added, { set: sql`array_append(collections, ${id}::text)`, now });
    const next = { sequence: wanted, revision: revision + 1, updatedAt: now };
    await tx.update(collections).set(next).where(eq(collections.id, id));
    return { revision: next.revision };
  });
}

/**
 * Deletes a collection, and takes it off its movies.
 * @returns number of its movies, counted up to a thousand
 * @throws Failure not_found
 */
export async function deleteCollection(
  db: Db,
  { id, dryRun, admin, reason, now }: ParsedOf<"z/collection/delete"> & By,
): Promise<OutputOf<"z/collection/delete">> {
  return db.transaction(async (tx) => {
    const row = await lockCollection(tx, id);
    if (!row) throw new Failure("not_found");
    const count = await countCollectionMovies(tx, id);
    if (dryRun) return { movies: count };
    const ids = rowsOf<{ id: string }>(
      await tx.execute(sql`select movie.id from movie where ${belongsTo(id)}`),
    );
    await changeMovies(
      tx,
      ids.map((one) => one.id),
      { set: sql`array_remove(collections, ${id}::text)`, now },
    );
    await tx.delete(collections).where(eq(collections.id, id));
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "z/collection/delete",
      target: { kind: "collection", id },
      before: { ...flatTexts(row.texts), movies: ids.map((one) => one.id) },
      after: null,
      reason,
      now,
    });
    return { movies: count };
  });
}

/**
 * Locks a collection, so that changes by two admins run one after the other; a new one by its id.
 * @returns null if there is none
 */
export async function lockCollection(tx: Db, id: string): Promise<CollectionRow | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`collection ${id}`}))`);
  const [row] = await tx.select().from(collections).where(eq(collections.id, id));
  return row ?? null;
}

async function changeMovies(
  tx: Db,
  ids: string[],
  { set, now }: { set: ReturnType<typeof sql>; now: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`update movie set collections = ${set}, revision = revision + 1,
    updated_at = ${now.toISOString()}::timestamptz where id = any(${sql.param(ids)}::text[])`);
}

async function refuseUnknown(
  tx: Db,
  { wanted, added }: { wanted: string[]; added: string[] },
): Promise<void> {
  const rows = rowsOf<{ id: string; held: number }>(
    await tx.execute(sql`select id, cardinality(collections) as held from movie
      where id = any(${sql.param(wanted)}::text[]) and status not in ('deleted', 'trailer') order by id for update`),
  );
  const held = new Map(rows.map((row) => [row.id, row.held]));
  const unknown = wanted.findIndex((one) => !held.has(one));
  if (unknown >= 0) throw invalidField(`movies.${unknown}`, "choice");
  const full = wanted.findIndex((one) => added.includes(one) && held.get(one)! >= mostCollections);
  if (full >= 0) throw invalidField(`movies.${full}`, "too_big");
}

type Sent = ParsedOf<"z/collection/save">["texts"];
type Form = { before: Record<string, unknown> | undefined };

/** By the names of the audit log and of conflicts. */
export function flatTexts(texts: Sent | CollectionTexts): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [locale, text] of Object.entries(texts)) {
    flat[`texts.${locale}.name`] = text?.name ?? null;
    flat[`texts.${locale}.description`] = text?.description ?? "";
  }
  return flat;
}

/** The present texts with what the form has changed: of a text, the half that it left alone stays. */
function changedTexts(had: CollectionTexts, { sent, before }: { sent: Sent } & Form): CollectionTexts {
  const texts = { ...had };
  for (const [locale, text] of Object.entries(sent)) {
    if (!text) {
      delete texts[locale];
      continue;
    }
    const now = had[locale];
    const half = (part: "name" | "description") =>
      isUntouched(`texts.${locale}.${part}`, text[part] ?? "", before) && now ? now[part] : text[part];
    const description = half("description") ?? "";
    texts[locale] = { name: half("name") ?? text.name, ...(description && { description }) };
  }
  return texts;
}

/** @throws Failure conflict where another admin has changed the same since */
async function refuseClashes(
  tx: Db,
  row: CollectionRow,
  { sent, before }: { sent: Record<string, unknown> } & Form,
): Promise<void> {
  const fields = clashesOf({ sent, before, current: flatTexts(row.texts) });
  if (before && fields.length === 0) return;
  const last = await lastChange(tx, { kind: "collection", id: row.id }, fields);
  throw conflict({ revision: row.revision, fields, ...last });
}
