import { asc, eq, sql } from "drizzle-orm";
import { mostSold } from "../../../../contract/commerce/admin-plans.ts";
import type { AdminPlan, OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { plans } from "../../../db/schema.ts";
import { actorOf, recordAudit, type Actor } from "../../service/audit/record-audit.ts";
import { lastChange } from "../../service/audit/last-change.ts";
import { conflict, Failure, invalidField } from "../../kernel/failure.ts";
import { clashesOf, isUntouched } from "../../kernel/merge-fields.ts";
import type { User } from "../../kernel/user.ts";
import { lockAsAdmin } from "../../accounts/users/lock-users.ts";
import { pricesOf } from "./order-row.ts";
import type { PaymentDeps } from "./payment-deps.ts";

type Row = typeof plans.$inferSelect;
type Given<N extends "z/plan/create" | "z/plan/save" | "z/plan/delete"> = ParsedOf<N> & {
  admin: User;
  now: Date;
};
type Fields = Pick<
  ParsedOf<"z/plan/create">,
  "texts" | "duration" | "trialDays" | "renews" | "tier" | "streams" | "prices" | "onSale" | "position"
>;

/** Longest renewal period that a provider supports: three years. */
const longestRenewal = { day: 1095, month: 36 };

/** Every plan, in order. */
export async function listAdminPlans({ db, providers }: PaymentDeps): Promise<OutputOf<"z/plan/list">> {
  const rows = await db.select().from(plans).orderBy(asc(plans.position), asc(plans.id));
  const sold = await soldOf(db);
  const ready = (method: string) => providers.some((one) => one.method === method);
  return {
    items: rows.map((row) => tellPlan(row, sold.get(row.id) ?? 0)),
    methods: [
      { method: "stripe", ready: ready("stripe") },
      { method: "voucher", ready: true },
      { method: "sandbox", ready: ready("sandbox") },
    ],
  };
}

/** Paid orders by plan. Reads no more index entries per plan than the reported maximum. */
async function soldOf(db: Db): Promise<Map<string, number>> {
  const rows = rowsOf<{ id: string; sold: number }>(
    await db.execute(sql`select id, (
        select count(*)::int from (
          select 1 from payment_order o where o.plan_id = plan.id and o.paid_at is not null limit ${mostSold}
        ) found
      ) as sold from plan`),
  );
  return new Map(rows.map(({ id, sold }) => [id, sold]));
}

function tellPlan(row: Row, sold: number): AdminPlan {
  const { id, revision, texts, duration, trialDays, renews, tier, streams, onSale, position } = row;
  return {
    id,
    revision,
    texts,
    duration,
    trialDays,
    renews,
    tier,
    streams,
    onSale,
    position,
    prices: pricesOf(row),
    sold,
    updatedAt: row.updatedAt.toISOString(),
  };
}

/**
 * Creates a plan.
 * @throws Failure invalid for an id that is taken, a plan on sale without a price, or a renewal that no provider can
 *   charge
 */
export async function createPlan(db: Db, input: Given<"z/plan/create">): Promise<OutputOf<"z/plan/create">> {
  const { key, id, reason, now } = input;
  return db.transaction(async (tx) => {
    const { admin } = await lockAsAdmin(tx, { admin: input.admin, permission: "payments.write", uids: [] });
    const [known] = await tx.select().from(plans).where(eq(plans.createKey, key));
    if (known) return { id: known.id, revision: known.revision };
    const values = valuesOf(input);
    refuseUnsellable(values);
    const row = { id, createKey: key, ...values, updatedAt: now };
    const [made] = await tx.insert(plans).values(row).onConflictDoNothing().returning();
    if (!made) throw invalidField("id", "repeated");
    await note(tx, {
      action: "z/plan/create",
      by: actorOf(admin),
      id,
      before: null,
      after: values,
      reason,
      now,
    });
    return { id, revision: made.revision };
  });
}

/**
 * Changes a plan; existing orders keep their copy.
 * @throws Failure not_found · conflict · invalid as for a new one
 */
export async function savePlan(db: Db, input: Given<"z/plan/save">): Promise<{ revision: number }> {
  const { id, revision, reason, now } = input;
  return db.transaction(async (tx) => {
    const { admin } = await lockAsAdmin(tx, { admin: input.admin, permission: "payments.write", uids: [] });
    const [row] = await tx.select().from(plans).where(eq(plans.id, id)).for("update");
    if (!row) throw new Failure("not_found");
    const { id: _id, createKey: _key, revision: _revision, updatedAt: _at, ...before } = row;
    const { texts, duration, trialDays, renews, tier, streams, prices, onSale, position } = input;
    const sent = { texts, duration, trialDays, renews, tier, streams, prices, onSale, position };
    const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    const fields = await touchedFields(tx, row, { ...given, before: input.before, revision });
    const after = { ...before, ...valuesOf(fields) };
    refuseUnsellable(after);
    const by = actorOf(admin);
    const noted = await note(tx, { action: "z/plan/save", by, id, before, after, reason, now });
    if (noted === null) return { revision: row.revision };
    const set = { ...after, revision: row.revision + 1, updatedAt: now };
    await tx.update(plans).set(set).where(eq(plans.id, id));
    return { revision: row.revision + 1 };
  });
}

/**
 * Deletes a plan. Orders and memberships don't depend on it.
 * @throws Failure not_found · conflict
 */
export async function deletePlan(db: Db, input: Given<"z/plan/delete">): Promise<object> {
  const { id, revision, reason, now } = input;
  return db.transaction(async (tx) => {
    const { admin } = await lockAsAdmin(tx, { admin: input.admin, permission: "payments.write", uids: [] });
    const row = await lockPlan(tx, { id, revision });
    const { id: _id, createKey: _key, revision: _revision, updatedAt: _at, ...before } = row;
    await tx.delete(plans).where(eq(plans.id, id));
    await note(tx, { action: "z/plan/delete", by: actorOf(admin), id, before, after: null, reason, now });
    return {};
  });
}

async function lockPlan(tx: Db, { id, revision }: { id: string; revision: number }): Promise<Row> {
  const [row] = await tx.select().from(plans).where(eq(plans.id, id)).for("update");
  if (!row) throw new Failure("not_found");
  if (row.revision !== revision) throw await changedMeanwhile(tx, row, flatPlan(fieldsOf(row)));
  return row;
}

/** Its fields by the names of a conflict, where each language counts by itself. */
function flatPlan({ texts, ...plain }: Partial<Fields>): Record<string, unknown> {
  const words = Object.entries(texts ?? {}).map(([locale, text]) => [`texts.${locale}`, text]);
  return { ...plain, ...(Object.fromEntries(words) as object) };
}

function fieldsOf(row: Row): Fields {
  const { texts, duration, trialDays, renews, tier, streams, onSale, position } = row;
  return { texts, duration, trialDays, renews, tier, streams, onSale, position, prices: pricesOf(row) };
}

async function changedMeanwhile(tx: Db, row: Row, theirs: Record<string, unknown>): Promise<Failure> {
  const fields = Object.entries(theirs).map(([field, value]) => ({ field, theirs: value }));
  return conflict({
    revision: row.revision,
    fields,
    ...(await lastChange(tx, { kind: "plan", id: row.id }, fields)),
  });
}

/**
 * The fields of a plan that a form has changed; the others keep their present values.
 * @throws Failure conflict where someone else has changed the same field since
 */
async function touchedFields(
  tx: Db,
  row: Row,
  { before, revision, ...input }: Partial<Fields> & Pick<Given<"z/plan/save">, "before" | "revision">,
): Promise<Partial<Fields>> {
  const current = fieldsOf(row);
  const { texts, ...plain } = input;
  // A language that the form no longer has was removed in it.
  const gone = Object.keys(before ?? {}).filter(
    (name) => /^texts\./.test(name) && texts && !(name.slice(6) in texts),
  );
  const sent = { ...flatPlan(input), ...Object.fromEntries(gone.map((name) => [name, null])) };
  const clashes = clashesOf({ sent, before, current: flatPlan(current) });
  if (row.revision !== revision && (!before || clashes.length > 0))
    throw await changedMeanwhile(
      tx,
      row,
      Object.fromEntries(clashes.map(({ field, theirs }) => [field, theirs])),
    );
  if (!before) return input;
  const touched = Object.entries(sent).filter(([field, value]) => !isUntouched(field, value, before));
  const own = touched.filter(([field]) => field in plain);
  const words = touched.filter(([field]) => !(field in plain)).map(([field, text]) => [field.slice(6), text]);
  const merged = Object.entries({ ...current.texts, ...Object.fromEntries(words) });
  return {
    ...Object.fromEntries(own),
    texts: Object.fromEntries(merged.filter(([, text]) => text !== null)),
  };
}

/** The columns of the sent fields. */
function valuesOf<F extends Partial<Fields>>({
  texts,
  duration,
  trialDays,
  renews,
  tier,
  streams,
  prices,
  onSale,
  position,
}: F) {
  const given = {
    texts,
    duration,
    trialDays,
    renews,
    tier,
    streams,
    onSale,
    position,
    prices: prices && Object.fromEntries(prices.map(({ currency, amount }) => [currency, amount])),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Pick<
    Row,
    "texts" | "duration" | "trialDays" | "renews" | "tier" | "streams" | "onSale" | "position" | "prices"
  >;
}

function refuseUnsellable({ prices, onSale, renews, duration }: ReturnType<typeof valuesOf>): void {
  if (onSale && Object.keys(prices).length === 0) throw invalidField("prices", "required");
  if (renews && duration.count > longestRenewal[duration.unit])
    throw invalidField("duration.count", "too_big");
}

type Noted = {
  action: string;
  by: Actor;
  id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | undefined;
  now: Date;
};

function note(tx: Db, { action, by, id, before, after, reason, now }: Noted): Promise<string | null> {
  const target = { kind: "plan", id } as const;
  return recordAudit(tx, { actor: by, action, target, before, after, reason, now });
}
