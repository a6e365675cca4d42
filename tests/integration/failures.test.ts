import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "../../api/http/create-api.ts";
import { createMessages } from "../../api/http/messages.ts";
import type { Handlers } from "../../api/http/call-context.ts";
import { calls } from "../../contract/index.ts";
import { addMovie } from "../setup/catalogue.ts";
import { startTestBackend, type TestBackend } from "../setup/backend.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

test("every answer is an envelope, also for what is not there", async () => {
  expect(await backend.get("config")).toMatchObject({ status: 200, c: 0, m: "" });
  expect(await backend.get("no/such/call")).toMatchObject({
    status: 404,
    c: 404,
    m: "Page not found",
    d: null,
  });
});

test("messages are in the caller's language", async () => {
  const { m } = await backend.get("no/such/call", "", { locale: "de" });
  expect(m).not.toBe("Page not found");
  expect(m).toMatch(/gefunden/);
});

test("a call without the right is refused: no token 401, a member's 403 where an admin is asked for", async () => {
  const { token } = await backend.person();
  expect(await backend.get("oss/form")).toMatchObject({ status: 401, c: 401, m: "Authentication Failure" });
  expect(await backend.get("oss/form", "", { token: "A".repeat(43) })).toMatchObject({ status: 401 });
  expect(await backend.get("oss/form", "", { token })).toMatchObject({ status: 403, c: 403, m: "Forbidden" });
  expect(await backend.get("playback/start", "?id=x", { token: "not a token" })).toMatchObject({
    status: 401,
  });
});

test("a bug is 500 'Server error' without a word of it; a database that is away is 503", async () => {
  const secret = "password=hunter2 at /srv/app/index.ts";
  const seen: unknown[] = [];
  const fault = Object.assign(new Error(`connect ECONNREFUSED ${secret}`), { code: "ECONNREFUSED" });
  const handlers = {
    config: () => Promise.reject(new Error(secret)),
    "movie/list": () => new Promise(() => {}),
    "home/rows": () => Promise.reject(new Error("query failed", { cause: fault })),
  } as unknown as Handlers;
  const api = createApi({
    db: backend.db,
    handlers,
    messages: createMessages({ localesDir: "locales" }),
    clock: backend.clock,
    version: "0",
    onBug: (error) => seen.push(error),
    checkAnswers: true,
    deadlineMs: 1_000,
  });
  const ask = (path: string) => api(new Request(`http://matinee.test/api${path}`));
  const broken = await ask("/config");
  expect(broken.status).toBe(500);
  expect(await broken.json()).toEqual({ c: 500, m: "Server error", d: null });
  const away = await ask("/home/rows");
  expect(away.status).toBe(503);
  expect(away.headers.get("Retry-After")).toBe("5");
  expect(await away.text()).not.toContain("hunter2");
  // One that never answers is given up.
  const silent = await ask("/movie/list");
  expect([silent.status, ((await silent.json()) as { c: number }).c]).toEqual([503, 503]);
  expect(seen).toHaveLength(2);
});

test("a full disk is said in the caller's language, wherever a write meets it", async () => {
  const { token } = await backend.person();
  await addMovie(backend.db, { id: "full" });
  // What PostgreSQL says, from the place where it would.
  await backend.db.execute(
    "create function no_room() returns trigger language plpgsql as $$ begin raise exception using errcode = '53100'; end $$",
  );
  await backend.db.execute(
    "create trigger no_room before insert on progress for each row execute function no_room()",
  );
  const body = JSON.stringify({ id: "full", index: 1, positionS: 5, durationS: 100, settled: true });
  const headers = {
    "Content-Type": "application/json",
    Authorization: `Bearer ${token}`,
    "Accept-Language": "vi",
  };
  const answer = await backend.fetch("/api/progress/save", { method: "POST", headers, body });
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "60"]);
  expect(await answer.json()).toMatchObject({
    c: 5033,
    m: expect.stringMatching(/^Ổ đĩa của dịch vụ đã đầy/),
    d: null,
  });
  await backend.db.execute("drop trigger no_room on progress");
  expect((await backend.post("progress/save", body, { token })).c).toBe(0);
  expect(backend.bugs.splice(0)).toHaveLength(1);
});

test("openapi.json describes every call", async () => {
  const document = (await (await backend.fetch("/api/openapi.json")).json()) as {
    openapi: string;
    paths: Record<string, Record<string, unknown>>;
  };
  expect(document.openapi).toBe("3.1.0");
  expect(Object.keys(document.paths).sort()).toEqual(
    Object.keys(calls)
      .map((name) => `/api/${name}`)
      .sort(),
  );
  for (const [name, { method }] of Object.entries(calls))
    expect(document.paths[`/api/${name}`]).toHaveProperty(method.toLowerCase());
});

test("oss/form is a policy for one file, which is stored under the hash of its content", async () => {
  const { token } = await backend.person({ admin: 2 });
  const { d } = await backend.get("oss/form", "", { token });
  const content = Buffer.from("\u0089PNG\r\n\u001a\n a picture", "latin1");
  const key = `${createHash("sha256").update(content).digest("hex")}.png`;
  const send = async (fields: Record<string, string>, file: Buffer = content) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", new Blob([new Uint8Array(file)]), "any.png");
    const response = await backend.fetch(d.url, { method: "POST", body: form });
    return { status: response.status, ...(await response.json()) };
  };
  expect(await send({ ...d.form, key })).toEqual({ status: 200, c: 0, m: "", d: { key } });
  expect(await send({ ...d.form, key })).toMatchObject({ c: 0 });
  const folder = join(backend.dataDir, "uploads");
  expect(await readdir(folder)).toEqual([key]);
  expect(await readFile(join(folder, key))).toEqual(content);

  expect(await send({ ...d.form, key }, Buffer.from("another"))).toMatchObject({ status: 422, c: 4222 });
  expect(await send({ ...d.form, key: "../../etc/passwd" })).toMatchObject({ status: 422 });
  expect(await send({ ...d.form, key: key.replace("png", "html") })).toMatchObject({ status: 422 });
  expect(await send({ key })).toMatchObject({ status: 403 });
  expect(await send({ ...d.form, signature: "AAAA", key })).toMatchObject({ status: 403 });
  backend.clock.set(new Date(Date.now() + 2 * 3_600_000));
  expect(await send({ ...d.form, key })).toMatchObject({ status: 403 });
  backend.clock.set(new Date());
  expect(await readdir(folder)).toEqual([key]);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
