import { createHash, randomInt } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../api/db/client.ts";
import { users } from "../../api/db/schema.ts";
import { openSession } from "../../api/domain/accounts/identity/session.ts";
import { madeUpFile, resumable } from "../setup/resumable.ts";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { startServer, type ServerProcess } from "../setup/server-process.ts";

const size = 24_000_000;
/** After how many cuts the server itself is killed, too. */
const kills = new Set([4, 9, 14]);

let dataDir: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  dataDir = await migratedFolder("resumable");
  const database = await openDatabase({ dataDir });
  await database.db.insert(users).values({ uid: "editor", anonymous: false, admin: 2 });
  token = await openSession(database.db, { uid: "editor", userAgent: "test", now: new Date() });
  await database.close();
  server = await startServer({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await server.end();
  await rm(dataDir, { recursive: true, force: true });
});

const reach = (path: string, init?: RequestInit) => fetch(new URL(path, server.url), init);

async function form(): Promise<Record<string, string>> {
  const answer = await reach("/api/oss/form", { headers: { Authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { d: { form: Record<string, string> } }).d.form;
}

/** Sends a piece and breaks the line after so many bytes, as a phone in a tunnel does. */
function sendAndCut(
  path: string,
  {
    grant,
    offset,
    piece,
    cut,
  }: { grant: Record<string, string>; offset: number; piece: Buffer; cut: number },
): Promise<void> {
  return new Promise((resolve) => {
    const call = httpRequest(new URL(path, server.url), {
      method: "PATCH",
      headers: {
        "Tus-Resumable": "1.0.0",
        "Upload-Grant": `${grant.policy}.${grant.signature}`,
        "Content-Type": "application/offset+octet-stream",
        "Upload-Offset": String(offset),
        "Content-Length": String(piece.length),
      },
    });
    call.on("error", () => {});
    call.on("close", () => resolve());
    call.write(piece.subarray(0, cut), () => call.destroy());
  });
}

test("an upload cut at 20 places, the server killed at three of them, goes on and arrives whole", async () => {
  const { key, content } = madeUpFile(size);
  const grant = await form();
  const tus = resumable(reach, grant);
  const path = (await tus.create(key, size)).headers.get("Location")!;
  for (let count = 0; count < 20; count++) {
    const offset = (await tus.offset(path))!;
    expect(offset).toBeLessThan(size);
    await sendAndCut(path, {
      ...{ grant, offset, piece: content.subarray(offset) },
      cut: randomInt(1, Math.floor(size / 25)),
    });
    if (kills.has(count)) {
      await server.end("SIGKILL");
      server = await startServer({ DATA_DIR: dataDir });
    }
  }
  // Bytes of the connection that broke count as well, and the last of them may be written after the offset is read.
  await expect
    .poll(
      async () => {
        const offset = (await tus.offset(path))!;
        expect(offset).toBeGreaterThan(0);
        return (await tus.send(path, offset, content.subarray(offset))).status;
      },
      { timeout: 20_000 },
    )
    .toBe(204);
  const hash = createHash("sha256");
  await pipeline(createReadStream(join(dataDir, "uploads", key)), hash);
  expect(hash.digest("hex")).toBe(key.slice(0, 64));
  expect(await readdir(join(dataDir, "resumable"))).toEqual([]);
});

test("another site's page can't send a piece", async () => {
  const headers = { Origin: "https://evil.test", "Tus-Resumable": "1.0.0", "Upload-Length": "10" };
  expect((await reach("/oss/resumable", { method: "POST", headers })).status).toBe(403);
  const path = `/oss/resumable/${crypto.randomUUID()}`;
  for (const method of ["PATCH", "DELETE"])
    expect((await reach(path, { method, headers })).status, method).toBe(403);
});
