import { and, asc, eq, gt, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { migratedDump } from "../../tests/setup/migrated-pglite.ts";
import { openDatabase, type Database, type Db } from "./client.ts";
import { keptQuery, type Slot } from "./kept-query.ts";
import { sessions, users } from "./schema.ts";

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ from: await migratedDump() });
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  await database.db
    .insert(users)
    .values({ uid: "ada", anonymous: false, createdAt: at(1), lastSeenAt: at(1) });
  const session = { uid: "ada", createdAt: at(1), lastSeenAt: at(1), userAgent: "test" };
  await database.db.insert(sessions).values([
    { ...session, tokenHash: "first", expiresAt: at(10) },
    { ...session, tokenHash: "second", expiresAt: at(20) },
  ]);
});
afterAll(() => database.close());

type Values = { uid: string; now: Date; most: number };
type Order = { by: "tokenHash" | "expiresAt" };
const build = vi.fn((db: Db, slot: Slot<Values>, { by }: Order) =>
  db
    .select({ token: sessions.tokenHash, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(and(eq(sessions.uid, slot("uid")), gt(sessions.expiresAt, slot("now", sessions.expiresAt))))
    .orderBy(by === "tokenHash" ? asc(sessions.tokenHash) : sql`${sessions.expiresAt} desc`)
    .limit(slot("most")),
);
const open = keptQuery(build);

test("each run has its own values, of every type, and the text is made once for each form", async () => {
  const { db } = database;
  const tokens = async (values: Partial<Values>, order: Order = { by: "tokenHash" }) => {
    const given = { uid: "ada", now: new Date("2026-01-05"), most: 5, ...values };
    return (await open(db, given, order)).map(({ token }) => token);
  };
  expect(await tokens({})).toEqual(["first", "second"]);
  expect(await tokens({ now: new Date("2026-01-15") })).toEqual(["second"]);
  expect(await tokens({ most: 1 })).toEqual(["first"]);
  expect(await tokens({ uid: "' or true --" })).toEqual([]);
  expect(build).toHaveBeenCalledTimes(1);
  expect(await tokens({}, { by: "expiresAt" })).toEqual(["second", "first"]);
  expect(await tokens({}, { by: "tokenHash" })).toEqual(["first", "second"]);
  expect(build).toHaveBeenCalledTimes(2);
  const [row] = await open(db, { uid: "ada", now: new Date("2026-01-15"), most: 1 }, { by: "tokenHash" });
  expect(row).toEqual({ token: "second", expiresAt: new Date("2026-01-20") });
});

test("a transaction reads what it has written itself", async () => {
  const given = { uid: "ada", now: new Date("2026-01-05"), most: 5 };
  const undone = database.db.transaction(async (tx) => {
    await tx.delete(sessions).where(eq(sessions.tokenHash, "first"));
    expect(await open(tx, given, { by: "tokenHash" })).toHaveLength(1);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await open(database.db, given, { by: "tokenHash" })).toHaveLength(2);
});
