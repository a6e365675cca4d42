import { and, desc, eq, sql } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { isTaken } from "../../../db/fault.ts";
import { textPages, users } from "../../../db/schema.ts";
import { actorOf, recordAudit } from "../audit/record-audit.ts";
import { conflict, Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";

type Row = typeof textPages.$inferSelect;
type Name = { key: string; locale: string };
const mostVersions = 100;

/** The latest version of every text page in every language. */
export async function listTexts(db: Db): Promise<OutputOf<"z/text/list">> {
  const rows = await db
    .selectDistinctOn([textPages.key, textPages.locale])
    .from(textPages)
    .orderBy(textPages.key, textPages.locale, desc(textPages.version));
  const items = rows.map(({ key, locale, title, version, updatedAt, edited }) => ({
    key,
    locale,
    title,
    version,
    updatedAt: updatedAt.toISOString(),
    original: !edited,
  }));
  return { items };
}

/**
 * A text page in one language, or one of its versions.
 * @throws Failure not_found
 */
export async function adminTextDetail(
  db: Db,
  { key, locale, version }: ParsedOf<"z/text/detail">,
): Promise<OutputOf<"z/text/detail">> {
  const rows = await db
    .select({
      version: textPages.version,
      title: textPages.title,
      updatedAt: textPages.updatedAt,
      updatedBy: textPages.updatedBy,
      edited: textPages.edited,
      name: sql<string | null>`coalesce(${users.name}, ${users.email})`,
    })
    .from(textPages)
    .leftJoin(users, eq(users.uid, textPages.updatedBy))
    .where(isText({ key, locale }))
    .orderBy(desc(textPages.version))
    .limit(mostVersions);
  const latest = rows[0]?.version ?? 0;
  const row = await readVersion(db, { key, locale, version: version ?? latest });
  if (!row) throw new Failure("not_found");
  return {
    key,
    locale,
    title: row.title,
    body: row.body,
    version: row.version,
    latest,
    updatedAt: row.updatedAt.toISOString(),
    versions: rows.map((one) => ({
      version: one.version,
      title: one.title,
      updatedAt: one.updatedAt.toISOString(),
      actor: { uid: one.updatedBy, name: one.name },
      original: !one.edited,
    })),
  };
}

/**
 * Saves a new version of a text page.
 * @throws Failure conflict if there is a newer version than the editor's · not_found for a page that exists in no
 *   language: the product defines which pages there are
 */
export async function saveText(
  db: Db,
  input: ParsedOf<"z/text/save"> & { admin: User; now: Date },
): Promise<{ version: number }> {
  const { key, locale, version, title, body, reason, admin, now } = input;
  const name = { key, locale };
  return write(db, { name, known: version, action: "z/text/save", reason, admin, now }, async () => ({
    title,
    body: body.replaceAll("\r\n", "\n"),
  }));
}

/**
 * Restores an earlier version as the newest one.
 * @throws Failure conflict · not_found
 */
export async function restoreText(
  db: Db,
  input: ParsedOf<"z/text/restore"> & { admin: User; now: Date },
): Promise<{ version: number }> {
  const { key, locale, version, restore, admin, now } = input;
  const name = { key, locale };
  const reason = `version ${restore}`;
  return write(db, { name, known: version, action: "z/text/restore", reason, admin, now }, async (tx) => {
    const old = await readVersion(tx, { ...name, version: restore });
    if (!old) throw new Failure("not_found");
    return { title: old.title, body: old.body };
  });
}

type Write = {
  name: Name;
  /** The newest version the editor knew. */
  known: number;
  action: string;
  reason: string | undefined;
  admin: User;
  now: Date;
};
type Words = { title: string; body: string };

async function write(db: Db, change: Write, words: (tx: Db) => Promise<Words>): Promise<{ version: number }> {
  try {
    return await db.transaction((tx) => writeWithin(tx, change, words));
  } catch (error) {
    // Another version was written at the same moment, with the same number.
    if (!isTaken(error)) throw error;
    const latest = await readLatest(db, change.name);
    throw changed(latest, await nameOf(db, latest));
  }
}

async function writeWithin(
  tx: Db,
  { name, known, action, reason, admin, now }: Write,
  words: (tx: Db) => Promise<Words>,
): Promise<{ version: number }> {
  const latest = await readLatest(tx, name);
  if ((latest?.version ?? 0) !== known) throw changed(latest, await nameOf(tx, latest));
  if (!latest && !(await isPage(tx, name.key))) throw new Failure("not_found");
  const after = await words(tx);
  if (latest?.title === after.title && latest.body === after.body) return { version: known };
  const version = known + 1;
  const row = { ...name, ...after, version, updatedAt: now, updatedBy: admin.uid, edited: true };
  await tx.insert(textPages).values(row);
  // The versions contain the text itself: the log only says which version.
  const facts = (one: Words, number: number) => ({
    title: one.title,
    characters: one.body.length,
    version: number,
  });
  const before = latest ? facts(latest, latest.version) : null;
  const target = { kind: "text", id: `${name.key} ${name.locale}` } as const;
  const audited = { before, after: facts(after, version), reason, now };
  await recordAudit(tx, { actor: actorOf(admin), action, target, ...audited });
  return { version };
}

function changed(latest: Row | undefined, by: string | null): Failure {
  const fields = latest
    ? [
        { field: "title", theirs: latest.title },
        { field: "body", theirs: latest.body },
      ]
    : [];
  return conflict({
    revision: latest?.version ?? 0,
    fields,
    by,
    at: latest?.updatedAt.toISOString() ?? null,
  });
}

async function nameOf(tx: Db, row: Row | undefined): Promise<string | null> {
  if (!row?.updatedBy) return null;
  const [user] = await tx.select().from(users).where(eq(users.uid, row.updatedBy));
  return user ? actorOf(user).name : null;
}

async function isPage(tx: Db, key: string): Promise<boolean> {
  const rows = await tx.select({ key: textPages.key }).from(textPages).where(eq(textPages.key, key)).limit(1);
  return rows.length > 0;
}

async function readLatest(db: Db, name: Name): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(textPages)
    .where(isText(name))
    .orderBy(desc(textPages.version))
    .limit(1);
  return row;
}

async function readVersion(
  db: Db,
  { version, ...name }: Name & { version: number },
): Promise<Row | undefined> {
  const [row] = await db
    .select()
    .from(textPages)
    .where(and(isText(name), eq(textPages.version, version)));
  return row;
}

function isText({ key, locale }: Name) {
  return and(eq(textPages.key, key), eq(textPages.locale, locale));
}
