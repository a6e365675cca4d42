import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { encodings, magnets } from "../../../db/schema.ts";
import type { Finder, Orphan, OrphanKind } from "./orphan.ts";

/** Partial uploads of a killed server. Uploads sent in pieces are removed separately after a week. */
export const halfUploads: Finder = async function* ({ arrivingDir }, before) {
  const parts = await namesIn(arrivingDir, /^\.part-/);
  yield* entries({ kind: "piece", folder: arrivingDir, names: parts, before, isOrphan: async () => true });
};

/** Work folders that no worker will resume: of another machine, or of a cancelled encoding. */
export const halfLadders: Finder = async function* ({ db, mediaDir }, before) {
  const folder = join(mediaDir, ".encoding");
  yield* entries({
    kind: "work",
    folder,
    names: await namesIn(folder, /^[\w-]+$/),
    before,
    isOrphan: async (id) => {
      const [row] = await db.select({ state: encodings.state }).from(encodings).where(eq(encodings.id, id));
      return row?.state !== "encoding";
    },
  });
};

/** Downloads of magnets that no longer exist. */
export const lostDownloads: Finder = async function* ({ db, magnetsDir }, before) {
  yield* entries({
    kind: "magnet",
    folder: magnetsDir,
    names: await namesIn(magnetsDir, /^[0-9a-f]{40}$/),
    before,
    isOrphan: async (infohash) => {
      const found = await db
        .select({ id: magnets.id })
        .from(magnets)
        .where(eq(magnets.infohash, infohash))
        .limit(1);
      return found.length === 0;
    },
  });
};

async function* entries({
  kind,
  folder,
  names,
  before,
  isOrphan,
}: {
  kind: OrphanKind;
  folder: string;
  names: string[];
  before: Date;
  isOrphan: (name: string) => Promise<boolean>;
}): AsyncGenerator<Orphan> {
  for (const name of names) {
    const path = join(folder, name);
    const heap = await weigh(path);
    if (!heap || heap.changedAt >= before || !(await isOrphan(name))) continue;
    yield {
      kind,
      name,
      ...heap,
      async remove() {
        const now = await weigh(path);
        if (!now || now.changedAt >= before || !(await isOrphan(name))) return false;
        await rm(path, { recursive: true, force: true });
        return true;
      },
    };
  }
}

async function namesIn(folder: string, wanted: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => wanted.test(name)).sort();
}

/** Size and time of a file, or of a folder with its content; null if it has disappeared meanwhile. */
async function weigh(path: string): Promise<{ bytes: number; changedAt: Date } | null> {
  const own = await stat(path).catch(() => null);
  if (!own) return null;
  let { mtime: changedAt } = own;
  if (!own.isDirectory()) return { bytes: own.size, changedAt };
  let bytes = 0;
  for (const name of await readdir(path, { recursive: true }).catch(() => [])) {
    const facts = await stat(join(path, name)).catch(() => null);
    if (facts?.isFile()) bytes += facts.size;
    if (facts && facts.mtime > changedAt) changedAt = facts.mtime;
  }
  return { bytes, changedAt };
}
