// Makes every part of a catalogue's sitemap as the pages' process does: <database's address>. Prints what it took.
import { gunzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { openDatabase } from "../../api/db/client.ts";
import { published } from "../../api/domain/catalogue/cards.ts";
import { rowsOf } from "../../api/db/rows-of.ts";
import { createClient } from "../../app/api-client/create-client.ts";
import { entriesOf } from "../../app/features/found/sitemap-entries.server.ts";
import { createPartStore } from "../../app/features/found/sitemap-store.server.ts";
import { openApi } from "../large-service.ts";

const [url = ""] = process.argv.slice(2);
const database = await openDatabase({ url });
const service = await openApi(database);
const origin = "http://bench.test";
const api = createClient({
  base: origin,
  fetch: async (request) => service.fetch(request),
  token: () => null,
  text: (key) => key,
  locale: () => "en",
  onUnauthorised: () => {},
});
const store = createPartStore();
const part = async (n: number) => {
  const write = await entriesOf(api, { of: "movies", part: n, origin });
  if (!write) return null;
  const made = await store.get(`${origin} ${n}`, write);
  if (made === "busy") throw new Error("A part was not made");
  return made;
};

// Once, so that what is loaded at the first use is not counted.
await api.get("sitemap/movies", { limit: 1_000 });
globalThis.gc?.();
const idle = process.memoryUsage().rss;
let highest = idle;
const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 20);
let [parts, entries, text, packed, slowestMs] = [0, 0, 0, 0, 0];
const began = performance.now();
for (;;) {
  const at = performance.now();
  const made = await part(parts + 1);
  if (!made) break;
  parts += 1;
  slowestMs = Math.max(slowestMs, performance.now() - at);
  packed += made.gzip.length;
}
const seconds = (performance.now() - began) / 1000;
clearInterval(watch);
const lastMade = performance.now();
await part(parts);
const againMs = performance.now() - lastMade;
for (let n = 1; n <= parts; n++) {
  const { gzip } = (await part(n))!;
  const source = gunzipSync(gzip).toString();
  text += Buffer.byteLength(source);
  entries += source.split("<loc>").length - 1;
}
const [row] = rowsOf<{ n: number }>(
  await database.db.execute(sql`select count(*)::int as n from movie where ${published}`),
);
await service.close();
await database.close();
const mb = 1024 * 1024;
console.log(
  JSON.stringify({
    seconds,
    grownMb: (highest - idle) / mb,
    againMs,
    parts,
    entries,
    expected: row!.n,
    textMb: text / mb,
    packedMb: packed / mb,
    slowestMs,
  }),
);
