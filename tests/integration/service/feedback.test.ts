import { createHash, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { feedback } from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

type Person = { uid: string; token: string };
const message = (fields: object = {}) => ({
  key: randomUUID(),
  category: "playback",
  text: "The sound is late",
  ...fields,
});
const create = (who: Person, body: object) => backend.post("feedback/create", body, { token: who.token });
const detail = (who: Person, receipt: string) =>
  backend.get("feedback/detail", `?receipt=${receipt}`, { token: who.token });
const list = (who: Person, query = "") => backend.get("feedback/list", query, { token: who.token });

const png = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: "#c2183c" } })
    .png()
    .toBuffer();

/** Uploads a file as a screenshot is. @returns the name it is stored under, or the failure's status */
async function upload(who: Person, content: Buffer, extension = "png"): Promise<string | number> {
  const { d } = await backend.get("oss/form", "?purpose=picture", { token: who.token });
  const form = new FormData();
  for (const [name, value] of Object.entries(d.form)) form.append(name, value as string);
  form.append("key", `${createHash("sha256").update(content).digest("hex")}.${extension}`);
  form.append("file", new Blob([new Uint8Array(content)]), `any.${extension}`);
  const response = await backend.fetch(d.url, { method: "POST", body: form });
  const answer = (await response.json()) as { c: number; d: { key: string } };
  return answer.c === 0 ? answer.d.key : response.status;
}

test("a message gets a receipt, and its author finds it open, with what went along", async () => {
  const who = await backend.person({ anonymous: true });
  const context = { page: "/video/night-train/2", movie: "night-train", episode: 2, positionS: 61.5 };
  const { d } = await create(who, message({ context }));
  expect(d.receipt).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect((await detail(who, d.receipt)).d).toMatchObject({
    receipt: d.receipt,
    category: "playback",
    text: "The sound is late",
    state: "open",
    reply: null,
    context,
    screenshot: null,
  });
});

test("without a session nothing is sent or read, and another person's receipt is not found", async () => {
  const [author, other] = [await backend.person(), await backend.person({ admin: 1 })];
  const { d } = await create(author, message());
  for (const answer of [
    await backend.post("feedback/create", message()),
    await backend.get("feedback/list"),
    await backend.get("feedback/detail", `?receipt=${d.receipt}`),
  ])
    expect(answer).toMatchObject({ status: 401, d: null });
  expect(await detail(other, d.receipt)).toMatchObject({ status: 404, d: null });
  expect((await list(other)).d).toEqual({ items: [], next: null });
});

test("two taps make one message, also at the very same time", async () => {
  const who = await backend.person();
  const body = message();
  const answers = await Promise.all([create(who, body), create(who, body), create(who, body)]);
  expect(new Set(answers.map(({ d }) => d.receipt)).size).toBe(1);
  // The form was gone back to: other words are another message, which needs a key of its own.
  expect(await create(who, { ...body, text: "Something else" })).toMatchObject({
    status: 422,
    d: { issues: [{ field: "key", reason: "repeated" }] },
  });
  expect((await list(who)).d.items).toHaveLength(1);
});

test("two taps without a session make two guests and one message, which the later one keeps", async () => {
  const [first, second] = [
    await backend.person({ anonymous: true }),
    await backend.person({ anonymous: true }),
  ];
  const body = message();
  const { d } = await create(first, body);
  expect((await create(second, body)).d).toEqual(d);
  expect((await list(first)).d.items).toHaveLength(0);
  expect((await list(second)).d.items).toHaveLength(1);
  const now = backend.clock.now();
  backend.clock.set(new Date(now.getTime() + 3 * 60_000));
  expect(await create(first, body)).toMatchObject({ status: 422, d: { issues: [{ field: "key" }] } });
  backend.clock.set(now);
  const member = await backend.person();
  const theirs = message();
  await create(member, theirs);
  expect((await create(first, theirs)).status).toBe(422);
});

test("a reply is shown to the author with its date", async () => {
  const who = await backend.person();
  const { d } = await create(who, message());
  const repliedAt = new Date("2027-02-03T04:05:06.000Z");
  await backend.db
    .update(feedback)
    .set({ reply: "Mended, thank you", repliedAt, repliedBy: "ada" })
    .where(eq(feedback.receipt, d.receipt));
  const answered = { state: "answered", reply: "Mended, thank you", repliedAt: repliedAt.toISOString() };
  expect((await detail(who, d.receipt)).d).toMatchObject(answered);
  expect((await list(who)).d.items).toMatchObject([answered]);
  // The answer does not name its admin.
  expect(JSON.stringify((await list(who)).d)).not.toContain("ada");
});

test("the list is read page by page, latest first, and nothing stands in it twice", async () => {
  const who = await backend.person();
  const now = backend.clock.now();
  for (let order = 0; order < 5; order++) {
    backend.clock.set(new Date(now.getTime() + Math.floor(order / 2) * 1000));
    await create(who, message({ text: `Message ${order}` }));
  }
  backend.clock.set(now);
  const seen: string[] = [];
  let cursor = "";
  for (let page = 0; page < 3; page++) {
    const { d } = await list(who, `?limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...d.items.map(({ text }: { text: string }) => text));
    cursor = d.next ?? "";
  }
  expect(cursor).toBe("");
  expect(seen[0]).toBe("Message 4");
  expect([...seen].sort()).toEqual([0, 1, 2, 3, 4].map((order) => `Message ${order}`));
  expect((await list(who, "?cursor=nonsense")).status).toBe(422);
});

test("after so many in an hour there is a pause", async () => {
  const who = await backend.person();
  const last = message();
  for (let sent = 0; sent < 9; sent++) expect((await create(who, message())).c).toBe(0);
  expect((await create(who, last)).c).toBe(0);
  expect(await create(who, message())).toMatchObject({ status: 429, c: 429 });
  // A second tap is no second message.
  expect((await create(who, last)).c).toBe(0);
  const now = backend.clock.now();
  backend.clock.set(new Date(now.getTime() + 3_601_000));
  expect((await create(who, message())).c).toBe(0);
  backend.clock.set(now);
});

test("a screenshot opens by a link of its message alone, for some minutes", async () => {
  const who = await backend.person({ anonymous: true });
  const content = await png();
  const screenshot = await upload(who, content);
  const { d } = await create(who, message({ screenshot }));
  const link = (await detail(who, d.receipt)).d.screenshot as string;
  const answer = await backend.fetch(link);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("image/png");
  expect(answer.headers.get("Cache-Control")).toMatch(/^private/);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(content);
  const [, , , grant, key] = link.split("/");
  expect(key).toBe(screenshot);
  for (const path of [
    `/oss/file/${key}`,
    `/oss/file/${grant}/${key!.replace(/^./, (first) => (first === "0" ? "1" : "0"))}`,
    `/oss/file/z${grant}/${key}`,
    `/oss/file/${grant}/..%2f..%2fsecret.png`,
    `/oss/upload/${key}`,
  ])
    expect([403, 404], path).toContain((await backend.fetch(path)).status);
  expect((await backend.fetch(link, { method: "DELETE" })).status).toBe(405);
  const now = backend.clock.now();
  backend.clock.set(new Date(now.getTime() + 16 * 60_000));
  expect((await backend.fetch(link)).status).toBe(403);
  backend.clock.set(now);
});

test("what is no picture, or was never sent, is no screenshot", async () => {
  const who = await backend.person();
  const html = Buffer.from("<script>alert(1)</script>".repeat(9));
  const refused = { status: 422, d: { issues: [{ field: "screenshot", reason: "format" }] } };
  expect(await upload(who, html)).toBe(422);
  expect(await upload(who, await png(), "webp")).toBe(422);
  // It begins as one, and is none.
  const disguised = await upload(who, Buffer.concat([(await png()).subarray(0, 20), html]));
  expect(disguised).toMatch(/png$/);
  expect(await create(who, message({ screenshot: disguised }))).toMatchObject(refused);
  expect(await create(who, message({ screenshot: `${"a".repeat(64)}.png` }))).toMatchObject(refused);
  expect(await upload(who, html, "mp4")).toBe(422);
  expect(await upload(who, Buffer.alloc(5 * 1024 * 1024 + 1), "png")).toBe(422);
  expect((await backend.get("oss/form", "", { token: who.token })).status).toBe(403);
  expect((await backend.get("oss/form", "?purpose=picture")).status).toBe(401);
});

test("one person does not fill the disk with pictures", async () => {
  const who = await backend.person();
  const picture = await png();
  const another = (sent: number) => Buffer.concat([picture, Buffer.from(String(sent))]);
  for (let sent = 0; sent < 30; sent++) expect(await upload(who, another(sent))).toMatch(/png$/);
  expect(await upload(who, another(30))).toBe(429);
});

test("what a guest has sent is the member's after signing in", async () => {
  const { d: identity } = await backend.post("identity/anonymous", {});
  const { d: guest } = await backend.post("login/uid", { uid: identity.uid, proof: identity.proof });
  await create({ uid: identity.uid, token: guest.token }, message({ text: "As a guest" }));
  const account = { email: "pia@example.test", password: "correct horse" };
  await backend.post("identity/sign-up", account);
  const { d: proven } = await backend.post("identity/sign-in", account);
  const { d: member } = await backend.post(
    "login/uid",
    { uid: proven.uid, proof: proven.proof },
    { token: guest.token },
  );
  const { d } = await list({ uid: proven.uid, token: member.token });
  expect(d.items).toMatchObject([{ text: "As a guest" }]);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
