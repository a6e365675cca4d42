import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, openSync, rmSync, closeSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../api/db/client.ts";
import { DatabaseStopped } from "../../api/db/embedded/embedded-faults.ts";
import { users } from "../../api/db/schema.ts";
import { openSession } from "../../api/domain/accounts/identity/session.ts";
import { addMovie } from "../setup/catalogue.ts";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { runServer, startServer, type ServerProcess } from "../setup/server-process.ts";

/** A disk of its own, which only root may mount. */
const disk = mkdtempSync(join(tmpdir(), "matinee-disk-"));
const mounted = mayMount();
const dataDir = join(disk, "data");
const ballast = join(disk, "ballast");
let token: string;

function mayMount(): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=300m", "tmpfs", disk], { stdio: "pipe" });
    return true;
  } catch (error) {
    process.stderr.write(
      `A full disk is tried by tests/integration/failures.test.ts alone: no disk could be mounted (${(error as Error).message.trim()})\n`,
    );
    return false;
  }
}

function fill(leave = 0): void {
  const file = openSync(ballast, "w");
  const piece = Buffer.alloc(256 * 1024);
  try {
    for (;;) writeSync(file, piece);
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" });
  } finally {
    closeSync(file);
  }
  if (leave > 0) execFileSync("truncate", ["-s", `-${leave}`, ballast]);
}
const makeRoom = () => rmSync(ballast, { force: true });

beforeAll(async () => {
  if (!mounted) return;
  const migrated = await migratedFolder("full-disk");
  cpSync(migrated, dataDir, { recursive: true });
  rmSync(migrated, { recursive: true });
  const database = await openDatabase({ dataDir });
  await database.db.insert(users).values({ uid: "editor", anonymous: false, admin: 2 });
  token = await openSession(database.db, { uid: "editor", userAgent: "test", now: new Date() });
  await addMovie(database.db, { id: "film" });
  await database.close();
});
afterAll(() => {
  if (mounted) execFileSync("umount", ["-l", disk]);
  rmSync(disk, { recursive: true });
});

test.skipIf(!mounted)(
  "a start on a full disk says so in one line, names the folder, and ends with 1",
  async () => {
    for (const [what, folder] of [
      ["an old folder", dataDir],
      ["a new one", join(disk, "new")],
    ] as const) {
      fill();
      const { code, output } = await runServer({ DATA_DIR: folder });
      expect([what, code, output]).toEqual([...[what, 1], `matinee: DATA_DIR ${folder}: the disk is full\n`]);
      makeRoom();
    }
    // The start that failed does not block the next one.
    const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: "warn" });
    expect(await server.end()).toBe(0);
  },
);

describe.skipIf(!mounted)("a disk that fills up while the service runs", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: "warn" });
  });
  afterAll(() => server.end("SIGKILL"));

  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${token}`, "Accept-Language": "de", ...init.headers };
    const answer = await fetch(`${server.url}${path}`, { ...init, headers });
    const text = await answer.text();
    return { status: answer.status, retryAfter: answer.headers.get("Retry-After"), text };
  };
  const post = (name: string, body: object) =>
    ask(`/api/${name}`, {
      ...{ method: "POST", body: JSON.stringify(body) },
      headers: { "Content-Type": "application/json" },
    });
  const save = () => post("progress/save", { id: "film", index: 1, positionS: 5, durationS: 100 });
  const upload = async () => {
    const { form } = (
      JSON.parse((await ask("/api/oss/form")).text) as { d: { form: Record<string, string> } }
    ).d;
    const content = Buffer.concat([Buffer.from("\0\0\0\u0020ftypisom", "latin1"), Buffer.alloc(100_000)]);
    const key = `${createHash("sha256").update(content).digest("hex")}.mp4`;
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...form, key })) body.append(name, value);
    body.append("file", new Blob([content]), key);
    return ask("/oss/upload", { method: "POST", body });
  };

  test("is told by every write in the caller's language, and by /readyz; what is there is read", async () => {
    expect((await save()).status).toBe(200);
    fill();
    for (let n = 0; n < 3; n++) {
      const refused = await save();
      expect([refused.status, refused.retryAfter]).toEqual([503, "60"]);
      expect(JSON.parse(refused.text)).toMatchObject({
        c: 5033,
        m: expect.stringMatching(/Speicher des Dienstes ist voll/),
      });
    }
    expect((await post("identity/anonymous", {})).status).toBe(503);
    const sent = await upload();
    expect([sent.status, (JSON.parse(sent.text) as { c: number }).c]).toEqual([507, 507]);
    expect(await ask("/readyz")).toMatchObject({ status: 503, text: "not ready: the disk is full" });
    expect((await ask("/healthz")).status).toBe(200);
    expect((await ask("/api/movie/detail?id=film")).status).toBe(200);
    // A post that writes nothing, by which each page knows its user.
    expect((await post("login/token", { token })).status).toBe(200);
    expect((await ask("/")).status).toBe(200);
    expect(server.output()).not.toMatch(/unexpected error/);
  });

  test("and all goes on when there is room again", async () => {
    makeRoom();
    expect((await ask("/readyz")).status).toBe(200);
    expect((await save()).status).toBe(200);
  });

  test("a database that wrote to its last byte says so, is asked nothing more, and begins anew with what was saved", async () => {
    // As though the disk filled up between the look at it and the write: the journal itself finds no room.
    await server.end();
    const child = await openDatabase({ dataDir });
    const client = (child.raw as { pglite: { exec: (text: string) => Promise<unknown> } }).pglite;
    await client.exec(
      "create table one_row (id int primary key, t text); insert into one_row values (1, '')",
    );
    fill();
    let last: unknown = null;
    while (!(last instanceof DatabaseStopped))
      await client.exec("update one_row set t = repeat(md5(random()::text), 40)").catch((error: unknown) => {
        last = error;
      });
    const stopped = await child.stopped;
    expect(stopped.message).toMatch(/^The embedded database has stopped: .*No space left/);
    await expect(client.exec("select 1")).rejects.toBe(stopped);
    makeRoom();
    await child.close();
    server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: "warn" });
    expect((await save()).status).toBe(200);
  });
});
