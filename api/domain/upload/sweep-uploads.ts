import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, inArray, isNull, lt } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { feedback, uploads, users } from "../../db/schema.ts";

/**
 * How long a picture may wait for whoever uses it. A form is good for an hour, and a refused one may be looked at over
 * night before it is sent again. Milliseconds.
 */
export const unusedMs = 24 * 3_600_000;

/** Rows or files looked at in one go. */
const batch = 500;

export type SweepDeps = { db: Db; uploadsDir: string; avatarsDir: string };
/** How many were removed. */
export type Swept = { pictures: number; files: number; avatars: number };

/**
 * Removes what was uploaded and never used, or whose person has gone: pictures no message to the operator shows, files
 * that belong to no upload, such as half of one, and avatars nobody has. Younger ones stay: somebody may just be writing
 * the message. What an admin stored for the service (purpose `any`) is never touched. May run twice at once.
 */
export async function sweepUploads(deps: SweepDeps, now: Date): Promise<Swept> {
  const before = new Date(now.getTime() - unusedMs);
  return {
    pictures: await sweepPictures(deps, before),
    files: await sweepFiles(deps.uploadsDir, { before, unknown: (names) => withoutUpload(deps.db, names) }),
    avatars: await sweepFiles(deps.avatarsDir, { before, unknown: (names) => withoutPerson(deps.db, names) }),
  };
}

async function sweepPictures({ db, uploadsDir }: SweepDeps, before: Date): Promise<number> {
  const unused = and(eq(uploads.purpose, "picture"), lt(uploads.createdAt, before), isNull(feedback.receipt));
  let removed = 0;
  for (;;) {
    const found = await db
      .select({ key: uploads.key })
      .from(uploads)
      .leftJoin(feedback, eq(feedback.screenshot, uploads.key))
      .where(unused)
      .limit(batch);
    if (found.length === 0) return removed;
    const keys = found.map(({ key }) => key);
    await db.transaction(async (tx) => {
      // The same picture sent once more meanwhile is young again, and stays.
      const gone = await tx
        .delete(uploads)
        .where(and(inArray(uploads.key, keys), lt(uploads.createdAt, before)))
        .returning({ key: uploads.key });
      // Within the transaction: who sends it just now waits for the end, and then puts the file there.
      for (const { key } of gone) await rm(join(uploadsDir, key), { force: true });
      removed += gone.length;
    });
  }
}

async function sweepFiles(
  folder: string,
  { before, unknown }: { before: Date; unknown: (names: string[]) => Promise<string[]> },
): Promise<number> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  let removed = 0;
  for (let at = 0; at < names.length; at += batch) {
    for (const name of await unknown(names.slice(at, at + batch))) {
      const path = join(folder, name);
      const facts = await stat(path).catch(() => null);
      if (!facts?.isFile() || facts.mtime >= before) continue;
      await rm(path, { force: true });
      removed += 1;
    }
  }
  return removed;
}

async function withoutUpload(db: Db, names: string[]): Promise<string[]> {
  const known = await db.select({ key: uploads.key }).from(uploads).where(inArray(uploads.key, names));
  return except(
    names,
    known.map(({ key }) => key),
  );
}

async function withoutPerson(db: Db, names: string[]): Promise<string[]> {
  const addressOf = (name: string) => `/artwork/_avatars/${name}?v=1`;
  const known = await db
    .select({ avatar: users.avatar })
    .from(users)
    .where(inArray(users.avatar, names.map(addressOf)));
  const shown = new Set(known.map(({ avatar }) => avatar));
  return names.filter((name) => !shown.has(addressOf(name)));
}

function except(names: string[], known: string[]): string[] {
  const set = new Set(known);
  return names.filter((name) => !set.has(name));
}
