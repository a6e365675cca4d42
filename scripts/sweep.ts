import { join } from "node:path";
import { openDatabase } from "../api/db/client.ts";
import { sweepUploads } from "../api/domain/upload/sweep-uploads.ts";
import { parseEnv } from "../server/env.ts";

/**
 * Removes uploads nobody uses, as a running server does every hour: for who runs servers on PostgreSQL and wants it done
 * now. The embedded database belongs to its server alone.
 */
const env = parseEnv(process.env, { onTerminal: false });
const database = await openDatabase({ url: env.DATABASE_URL, dataDir: env.DATA_DIR });
try {
  const uploadsDir = join(env.DATA_DIR, "uploads");
  const avatarsDir = join(env.DATA_DIR, "artwork", "_avatars");
  const swept = await sweepUploads({ db: database.db, uploadsDir, avatarsDir }, new Date());
  console.log(`Removed ${swept.pictures} pictures, ${swept.files} files and ${swept.avatars} avatars.`);
} finally {
  await database.close();
}
