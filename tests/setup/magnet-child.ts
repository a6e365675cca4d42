import { eq } from "drizzle-orm";
import { createWebtorrent } from "../../api/adapters/webtorrent-torrent/webtorrent-torrent.ts";
import { createBackend } from "../../api/compose/create-backend.ts";
import { openDatabase } from "../../api/db/client.ts";
import { magnets } from "../../api/db/schema.ts";

/**
 * A server that works on one magnet and chooses of it what it was told to, in a process of its own, for a test that kills
 * it. It says how far it is, a line each, and ends by itself once the magnet is over.
 */
const { dataDir, url, id, token, choice } = JSON.parse(process.argv[2]!) as {
  dataDir: string;
  url?: string;
  id: string;
  token: string;
  choice: object;
};
const database = await openDatabase({ ...(url && { url }), dataDir });
const say = (text: string) => new Promise((resolve) => process.stdout.write(`${text}\n`, resolve));
const backend = createBackend({
  ...{ database, dataDir, localesDir: "locales", secret: "test".repeat(10) },
  ...{ version: "0.0.0", checkAnswers: true },
  clock: { now: () => new Date() },
  onBug: (error) => void say(`bug ${String(error)}`),
  leaseTimes: { heartbeatMs: 200, deadMs: 1_000 },
  work: {
    pollS: 0.5,
    magnets: {
      client: createWebtorrent({
        private: true,
        discovery: false,
        onStart: (pid) => void say(`client ${pid}`),
      }),
      times: { tickMs: 100 },
    },
  },
});
await backend.worker.start();
for (;;) {
  const [row] = await database.db.select().from(magnets).where(eq(magnets.id, id));
  await say(`${row!.state} ${row!.doneBytes}`);
  if (row!.state === "choose") {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ ...choice, id });
    await backend.fetch(
      new Request("http://child.test/api/z/magnet/choose", { method: "POST", headers, body }),
    );
  }
  if (row!.state === "done" || row!.state === "failed") break;
  await new Promise((resolve) => setTimeout(resolve, 30));
}
await backend.worker.stop(0);
await backend.jobs.stop();
await database.close();
process.exit(0);
