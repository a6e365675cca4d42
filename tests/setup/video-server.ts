import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "../../api/db/client.ts";
import { users } from "../../api/db/schema.ts";
import { openSession } from "../../api/domain/accounts/identity/session.ts";
import { signGrant } from "../../api/domain/playback/media/grant.ts";
import { subjectOf } from "../../api/domain/playback/viewer.ts";
import { loadSecret } from "../../server/secret.ts";
import { migratedFolder } from "./migrated-folder.ts";
import { startServer, type ServerProcess } from "./server-process.ts";

export type VideoServer = {
  server: ServerProcess;
  dataDir: string;
  /** Tokens of two users. */
  tokens: { one: string; two: string };
  /** A signed path: of user `one`, or of a visitor without a session. */
  path: (file: string, more?: { uid?: string | null; vip?: boolean; expiresAt?: Date }) => string;
  close: () => Promise<void>;
};

/** One asset, `film`, with a segment of so many bytes of which each says where it is, and the server in front of it. */
export async function startVideoServer(
  env: Record<string, string> = {},
  segmentBytes = 1_000,
): Promise<VideoServer> {
  const dataDir = await migratedFolder("film");
  const secret = await loadSecret({ given: undefined, dataDir });
  const folder = join(dataDir, "media", "film", "v240");
  await mkdir(folder, { recursive: true });
  await writeFile(join(dataDir, "media", "film", "master.m3u8"), "#EXTM3U\n");
  await writeFile(join(folder, "seg_00000.m4s"), Buffer.alloc(segmentBytes, "0123456789"));
  await writeFile(join(dataDir, "media", "outside.txt"), "outside");
  const database = await openDatabase({ dataDir });
  const now = new Date();
  const open = async (uid: string) => {
    await database.db.insert(users).values({ uid, anonymous: false });
    return openSession(database.db, { uid, userAgent: "test", now });
  };
  const tokens = { one: await open("one"), two: await open("two") };
  await database.close();
  const server = await startServer({ DATA_DIR: dataDir, ...env });
  return {
    ...{ server, dataDir, tokens },
    path(file, { uid = null, vip = false, expiresAt = new Date(now.getTime() + 3_600_000) } = {}) {
      const subject = subjectOf({ uid, tracked: false, level: vip ? "vip" : "free" });
      return `/media/${signGrant({ asset: "film", subject, expiresAt }, `${secret}.media`)}/film/${file}`;
    },
    async close() {
      await server.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
