import { and, asc, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { CodeBatch, OneCode, OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { codeBatches, codes } from "../../../db/schema.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { csvOf } from "../../kernel/csv.ts";
import { decodeCursor, encodeCursor, timeKey } from "../../kernel/cursor.ts";
import { conflict, Failure, invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { lockAsAdmin } from "../../accounts/users/lock-users.ts";
import { codeOf, hashOfCode, readCode } from "./code-text.ts";

type BatchRow = typeof codeBatches.$inferSelect;
/** `codeSecret`: the secret from which every code is derived. */
export type VoucherDeps = { db: Db; codeSecret: string };

const defaultLimit = 50;
const createdText = sql<string>`to_char(${codeBatches.createdAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Batches of codes, latest first. */
export async function listBatches(
  db: Db,
  { cursor, limit = defaultLimit, q }: ParsedOf<"z/code/list">,
): Promise<OutputOf<"z/code/list">> {
  const [code] = q === undefined ? [] : await findCode(db, q);
  const place = cursor ? decodeCursor(cursor, timeKey) : null;
  const rows = await db
    .select({ batch: codeBatches, key: createdText })
    .from(codeBatches)
    .where(
      and(
        // The code of a gift is its buyer's: only the code itself finds it.
        q === undefined
          ? isNull(codeBatches.giftOf)
          : or(
              sql`(position(lower(${q}) in lower(${codeBatches.name})) > 0 and ${codeBatches.giftOf} is null)`,
              code && eq(codeBatches.id, code.batchId),
            ),
        place
          ? sql`(${codeBatches.createdAt}, ${codeBatches.id}) < (${place.key}::timestamptz, ${place.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(codeBatches.createdAt), desc(codeBatches.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: await tellBatches(
      db,
      shown.map(({ batch }) => batch),
      code,
    ),
    next: rows.length > limit && last ? encodeCursor({ key: last.key, id: last.batch.id }) : null,
  };
}

type FoundCode = { batchId: string; told: OneCode };

async function findCode(db: Db, typed: string): Promise<FoundCode[]> {
  const code = readCode(typed);
  if (code === null) return [];
  const rows = await db
    .select()
    .from(codes)
    .where(eq(codes.hash, hashOfCode(code)!));
  return rows.map((row) => ({ batchId: row.batchId, told: tellCode(code, row) }));
}

/** A code in the contract's form. */
export function tellCode(code: string, { index, used, revokedAt }: typeof codes.$inferSelect): OneCode {
  return { code, number: index + 1, used, revokedAt: revokedAt?.toISOString() ?? null };
}

/** Batches in the contract's form, with what is left of their codes. */
export async function tellBatches(db: Db, rows: BatchRow[], code?: FoundCode): Promise<CodeBatch[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const live = isNull(codes.revokedAt);
  const sums = await db
    .select({
      id: codes.batchId,
      used: sql<number>`sum(${codes.used})::int`,
      usedOfLive: sql<number>`coalesce(sum(${codes.used}) filter (where ${live}), 0)::int`,
      revoked: sql<number>`count(${codes.revokedAt})::int`,
    })
    .from(codes)
    .where(inArray(codes.batchId, ids))
    .groupBy(codes.batchId);
  const sumsOf = new Map(sums.map((one) => [one.id, one]));
  return rows.map((row) => {
    const { used = 0, usedOfLive = 0, revoked = 0 } = sumsOf.get(row.id) ?? {};
    return {
      id: row.id,
      name: row.name,
      duration: row.duration,
      tier: row.tier,
      codes: row.codes,
      uses: row.uses,
      redeemed: used,
      revoked,
      left: row.revokedAt ? 0 : (row.codes - revoked) * row.uses - usedOfLive,
      expiresAt: row.expiresAt?.toISOString() ?? null,
      revokedAt: row.revokedAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      actor: { uid: row.madeBy, name: row.madeName },
      revision: row.revision,
      found: code?.batchId === row.id ? code.told : null,
    };
  });
}

type Given<N extends "z/code/create" | "z/code/revoke"> = ParsedOf<N> & { admin: User; now: Date };

/**
 * Creates a batch. Only the answer contains its codes; the database stores their hashes. Sending the same form again
 * returns the same batch.
 * @throws Failure invalid for an end in the past · conflict for a key of another batch
 */
export async function createBatch(
  { db, codeSecret }: VoucherDeps,
  input: Given<"z/code/create">,
): Promise<OutputOf<"z/code/create">> {
  const { key: id, name, duration, tier, codes: count, uses, reason, now } = input;
  const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt);
  const batch = await db.transaction(async (tx) => {
    const { admin } = await lockAsAdmin(tx, { admin: input.admin, permission: "payments.write", uids: [] });
    const [known] = await tx.select().from(codeBatches).where(eq(codeBatches.id, id));
    if (known) {
      const same = known.name === name && known.codes === count && known.uses === uses;
      if (!same) throw new Failure("conflict", [{ field: "key", reason: "repeated" }]);
      return known;
    }
    if (expiresAt && expiresAt <= now) throw invalidField("expiresAt", "too_small");
    const by = actorOf(admin);
    const row = { id, name, duration, tier, codes: count, uses, expiresAt, createdAt: now };
    const [made] = await tx
      .insert(codeBatches)
      .values({ ...row, madeBy: by.uid, madeName: by.name })
      .returning();
    const all = Array.from({ length: count }, (_, index) => index);
    await tx.insert(codes).values(
      all.map((index) => ({
        batchId: id,
        index,
        hash: hashOfCode(codeOf({ secret: codeSecret, batch: id, index }))!,
      })),
    );
    const target = { kind: "code", id } as const;
    const { id: _same, createdAt: _now, ...after } = row;
    await recordAudit(tx, { actor: by, action: "z/code/create", target, before: null, after, reason, now });
    return made!;
  });
  const [told] = await tellBatches(db, [batch]);
  return { batch: told!, file: await fileOf({ db, codeSecret }, batch) };
}

/**
 * Returns the codes of a batch again, and how often each was redeemed. The export is written to the audit log.
 * @throws Failure not_found · unavailable if the secret is no longer the one that made the codes
 */
export async function exportBatch(
  deps: VoucherDeps,
  { id, admin, now }: { id: string; admin: User; now: Date },
): Promise<OutputOf<"z/code/export">> {
  const [batch] = await deps.db.select().from(codeBatches).where(eq(codeBatches.id, id));
  if (!batch) throw new Failure("not_found");
  const file = await fileOf(deps, batch);
  await recordAudit(deps.db, {
    actor: actorOf(admin),
    action: "z/code/export",
    target: { kind: "code", id },
    now,
    before: null,
    after: { codes: batch.codes },
  });
  return file;
}

async function fileOf({ db, codeSecret }: VoucherDeps, batch: BatchRow): Promise<OutputOf<"z/code/export">> {
  const rows = await db.select().from(codes).where(eq(codes.batchId, batch.id)).orderBy(asc(codes.index));
  const until = batch.expiresAt?.toISOString() ?? "";
  const lines = rows.map((row) => [
    knownCode(codeSecret, row),
    batch.uses,
    row.used,
    until,
    row.revokedAt?.toISOString() ?? "",
  ]);
  const csv = csvOf(lines, ["code", "uses", "redeemed", "expires", "revoked"]);
  return { name: `codes-${batch.id.slice(0, 8)}.csv`, csv, rows: lines.length, next: null };
}

/**
 * The text of a code.
 * @throws Failure unavailable if the secret is no longer the one that made it: the text would be of no use
 */
export function knownCode(
  secret: string,
  { batchId, index, hash }: Pick<typeof codes.$inferSelect, "batchId" | "index" | "hash">,
): string {
  const code = codeOf({ secret, batch: batchId, index });
  if (hashOfCode(code) !== hash) throw new Failure("unavailable");
  return code;
}

/**
 * Ends a batch: its remaining codes can no longer be redeemed.
 * @throws Failure not_found · conflict
 */
export async function revokeBatch(db: Db, input: Given<"z/code/revoke">): Promise<{ revision: number }> {
  const { id, revision, reason, now } = input;
  return db.transaction(async (tx) => {
    const { admin } = await lockAsAdmin(tx, { admin: input.admin, permission: "payments.write", uids: [] });
    const [row] = await tx.select().from(codeBatches).where(eq(codeBatches.id, id)).for("update");
    if (!row) throw new Failure("not_found");
    if (row.revision !== revision) {
      const fields = [{ field: "revokedAt", theirs: row.revokedAt?.toISOString() ?? null }];
      throw conflict({ revision: row.revision, fields, by: null, at: fields[0]!.theirs });
    }
    if (row.revokedAt) return { revision };
    const set = { revokedAt: now, revision: revision + 1 };
    await tx.update(codeBatches).set(set).where(eq(codeBatches.id, id));
    const target = { kind: "code", id } as const;
    const change = { before: { revokedAt: null }, after: { revokedAt: now } };
    await recordAudit(tx, { actor: actorOf(admin), action: "z/code/revoke", target, ...change, reason, now });
    return { revision: revision + 1 };
  });
}
