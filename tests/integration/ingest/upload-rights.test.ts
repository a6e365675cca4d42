import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uploads, users } from "../../../api/db/schema.ts";
import { createUnclaimedQuota, mostUnclaimed } from "../../../api/domain/ingest/uploads/unclaimed-quota.ts";
import { unusedMs } from "../../../api/domain/ingest/uploads/sweep-uploads.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { madeUpFile, resumable } from "../../setup/resumable.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

type Person = { uid: string; token: string };
const formOf = async ({ token }: Person, query = "") =>
  (await backend.get("oss/form", query, { token })).d.form as Record<string, string>;
const post = async (form: Record<string, string>, { key, content }: Content, address?: string) => {
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...form, key })) body.append(name, value);
  body.append("file", new Blob([new Uint8Array(content)]), key);
  const headers = { "Content-Length": String(content.length + 1_000) };
  return (await backend.fetch("/oss/upload", { method: "POST", body, headers }, address)).status;
};
type Content = { key: string; content: Buffer };
const pictureOf = (bytes: number): Content => {
  const content = Buffer.concat([Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"), randomBytes(bytes)]);
  return { key: `${createHash("sha256").update(content).digest("hex")}.png`, content };
};
const files = () => readdir(join(backend.dataDir, "uploads")).catch(() => []);

/** How a right to upload ends within the hour its form is good for. */
const ends: Record<string, (editor: Person, owner: Person) => Promise<unknown>> = {
  "is demoted": ({ uid }) => backend.db.update(users).set({ admin: 1 }).where(eq(users.uid, uid)),
  "is banned": ({ uid }, owner) => backend.post("z/user/ban", { uid, reason: "spam", until: null }, owner),
  "signs out": (editor) => backend.post("session/end", {}, editor),
  "has gone": ({ uid }) => backend.db.delete(users).where(eq(users.uid, uid)),
};

describe.each(Object.keys(ends))("an admin who %s can no longer", (how) => {
  let editor: Person;
  let form: Record<string, string>;
  let tus: ReturnType<typeof resumable>;
  let begun: string;
  const { key, content } = madeUpFile(2_000);

  beforeAll(async () => {
    editor = await backend.person({ admin: 2 });
    form = await formOf(editor);
    tus = resumable((path, init) => backend.fetch(path, init), form);
    begun = (await tus.create(key, content.length)).headers.get("Location")!;
    expect((await tus.send(begun, 0, content.subarray(0, 1_000))).status).toBe(204);
    await ends[how]!(editor, await backend.person({ admin: 9 }));
  });

  test("send a form", async () => {
    const before = await files();
    expect(await post(form, madeUpFile(500))).toBe(403);
    expect(await files()).toEqual(before);
  });

  test("begin, go on with, ask about or drop an upload in pieces", async () => {
    expect((await tus.create(madeUpFile(10).key, 10)).status).toBe(403);
    expect((await tus.send(begun, 1_000, content.subarray(1_000))).status).toBe(403);
    expect(await tus.offset(begun)).toBeNull();
    expect((await tus.drop(begun)).status).toBe(403);
    expect(await files()).not.toContain(key);
  });
});

test("a right that ends while a film is coming ends it", async () => {
  const editor = await backend.person({ admin: 2 });
  const form = await formOf(editor);
  const { content } = madeUpFile(50_000);
  const boundary = "b";
  const part = (name: string, rest = "") =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`;
  const fields = Object.entries(form).map(([name, value]) => `${part(name)}${value}\r\n`);
  async function* slowly() {
    yield Buffer.from(`${fields.join("")}${part("file", '; filename="a.mp4"')}`);
    yield content;
    await backend.post("session/end", {}, editor);
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
  const body = Readable.toWeb(Readable.from(slowly()));
  const answer = await backend.fetch("/oss/upload", {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as unknown as RequestInit);
  expect(answer.status).toBe(403);
  expect((await files()).filter((name) => name.startsWith(".part-"))).toEqual([]);
});

describe("strangers' pictures that nothing shows", () => {
  const here = "203.0.113.7";

  test("of one network fill no disk, however many guests send them", async () => {
    // As many guests have filled it before, to the last megabyte.
    const first = await backend.person();
    expect(await post(await formOf(first, "?purpose=picture"), pictureOf(1_000), here)).toBe(200);
    const [sent] = await backend.db.select().from(uploads).where(eq(uploads.uid, first.uid));
    const bytes = mostUnclaimed.ofNetwork - 1024 * 1024;
    await backend.db.update(uploads).set({ bytes }).where(eq(uploads.key, sent!.key));
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) {
      const guest = await backend.person({ anonymous: true });
      statuses.push(await post(await formOf(guest, "?purpose=picture"), pictureOf(300_000), here));
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
    const elsewhere = await backend.person();
    const form = await formOf(elsewhere, "?purpose=picture");
    expect(await post(form, pictureOf(300_000), "203.0.113.8")).toBe(200);
    // No address is kept.
    expect(JSON.stringify(await backend.db.select().from(uploads))).not.toContain("203.0.113");
  });

  test("an IPv6 network of /64 is one", async () => {
    const form = await formOf(await backend.person(), "?purpose=picture");
    await post(form, pictureOf(100), "2001:db8:1:2::1");
    await post(form, pictureOf(100), "2001:db8:1:2:ffff::9");
    await post(form, pictureOf(100), "2001:db8:1:3::1");
    const rows = await backend.db
      .select({ network: uploads.network })
      .from(uploads)
      .where(eq(uploads.bytes, 108));
    expect(new Set(rows.map(({ network }) => network)).size).toBe(2);
  });

  test("of a network are used, or go after a day: then it may send again", async () => {
    const guest = await backend.person({ anonymous: true });
    expect(await post(await formOf(guest, "?purpose=picture"), pictureOf(900_000), here)).toBe(429);
    backend.clock.set(new Date(Date.now() + unusedMs + 60_000));
    await backend.sweep();
    expect(await post(await formOf(guest, "?purpose=picture"), pictureOf(900_000), here)).toBe(200);
    backend.clock.set(new Date());
  });

  test("of all networks together have their end, too", async () => {
    const quota = createUnclaimedQuota(backend.db, { ofNetwork: 1e12, inAll: 5_000_000 });
    const giveBack = await quota.reserve({ network: "a", bytes: 3_000_000 });
    await expect(quota.reserve({ network: "b", bytes: 3_000_000 })).rejects.toMatchObject({
      code: "storage_full",
    });
    giveBack();
    await quota.reserve({ network: "b", bytes: 3_000_000 });
  });
});

test("none of this was a bug", () => expect(backend.bugs).toEqual([]));
