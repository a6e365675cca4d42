import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";

let backend: TestBackend;
let token: string;
beforeAll(async () => {
  backend = await startTestBackend();
  token = (await backend.person({ admin: 2 })).token;
});
afterAll(() => backend.close());

const film = Buffer.concat([Buffer.from("1a45dfa3", "hex"), Buffer.from(" a film")]).toString("latin1");

/** Sends a file without a name of its own, as a form without scripts does. */
async function send(fileName: string, content: string, query = "") {
  const { d } = await backend.get("oss/form", query, { token });
  const body = new FormData();
  for (const [name, value] of Object.entries(d.form)) body.append(name, value as string);
  body.append("file", new Blob([Buffer.from(content, "latin1")]), fileName);
  const answer = await backend.fetch(d.url, { method: "POST", body });
  const { c, d: data } = (await answer.json()) as { c: number; d: { key?: string; issues?: unknown[] } };
  return { status: answer.status, c, ...data };
}

test("a form without scripts: the file is named after its content and its own extension", async () => {
  const key = `${createHash("sha256").update(film, "latin1").digest("hex")}.mkv`;
  expect(await send("My Holiday.MKV", film)).toEqual({ status: 200, c: 0, key });
  expect(await readdir(join(backend.dataDir, "uploads"))).toEqual([key]);
  expect(await send("../../etc/passwd.mkv", film)).toMatchObject({ key });
  expect(await readdir(join(backend.dataDir, "uploads"))).toEqual([key]);
});

test.each([
  ["page.html", ""],
  ["no extension", ""],
  [".mp4", ""],
  ["film.mp4", "?purpose=picture"],
])("%s%s is refused, and nothing of it stays", async (fileName, query) => {
  const before = await readdir(join(backend.dataDir, "uploads"));
  expect(await send(fileName, "something else", query)).toMatchObject({ status: 422, c: 422 });
  expect(await readdir(join(backend.dataDir, "uploads"))).toEqual(before);
});
