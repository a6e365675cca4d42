import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uploads, users } from "../../../api/db/schema.ts";
import { unusedMs } from "../../../api/domain/ingest/uploads/sweep-uploads.ts";
import { makeMember, password } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { sendPicture } from "../../setup/picture.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

const start = Date.now();
const later = (ms: number) => backend.clock.set(new Date(start + ms));
const folder = () => join(backend.dataDir, "uploads");
const stored = async () => (await readdir(folder())).sort();
const rows = async () => (await backend.db.select().from(uploads)).map(({ key }) => key).sort();

let shade = 0;
const send = (token: string, { red = ++shade, purpose }: { red?: number; purpose?: "any" } = {}) =>
  sendPicture(backend, { token, red, ...(purpose && { purpose }) });
const write = (token: string, screenshot: string) =>
  backend.post(
    "feedback/create",
    { key: crypto.randomUUID(), category: "idea", text: "See the picture", screenshot },
    { token },
  );

test("unsent pictures are removed after a day; those in messages and young ones stay", async () => {
  later(0);
  const { token } = await backend.person();
  const shown = await send(token);
  const unsent = await send(token);
  await send(token, { red: 200 });
  expect((await write(token, shown)).c).toBe(0);
  later(unusedMs - 1_000);
  const again = await send(token, { red: 200 });
  const young = await send(token);
  expect((await backend.sweep()).pictures).toBe(0);
  later(unusedMs + 1_000);
  expect((await backend.sweep()).pictures).toBe(1);
  const kept = [shown, again, young].sort();
  expect([await rows(), await stored()]).toEqual([kept, kept]);
  expect(kept).not.toContain(unsent);
});

test("a message's picture goes with its person's account, also where removing it was interrupted", async () => {
  const { uid, token } = await makeMember(backend, "sweep@example.test");
  const screenshot = await send(token);
  expect((await write(token, screenshot)).c).toBe(0);
  // As after a crash between the transaction and the files: the row names no file, the file exists.
  await backend.db.update(uploads).set({ uid: "" }).where(eq(uploads.key, screenshot));
  expect((await backend.post("account/delete", { password }, { token })).c).toBe(0);
  expect(await backend.db.select().from(users).where(eq(users.uid, uid))).toEqual([]);
  expect(await stored()).toContain(screenshot);
  later(3 * unusedMs);
  await backend.sweep();
  expect(await stored()).not.toContain(screenshot);
  expect(await rows()).not.toContain(screenshot);
});

test("an admin's picture for the service stays, also when a user had sent the same one before", async () => {
  const admin = await backend.person({ admin: 9 });
  const guest = await backend.person();
  const own = await send(admin.token, { purpose: "any" });
  await send(guest.token, { red: 201 });
  const both = await send(admin.token, { red: 201, purpose: "any" });
  later(9 * unusedMs);
  await backend.sweep();
  expect(await stored()).toEqual(expect.arrayContaining([own, both]));
});

test("old unused avatars and old parts of killed uploads are removed", async () => {
  const avatars = join(backend.dataDir, "artwork", "_avatars");
  await mkdir(avatars, { recursive: true });
  const has = `${"h".repeat(22)}.webp`;
  await backend.person({ avatar: `/artwork/_avatars/${has}?v=1` });
  const old = new Date(Date.now() - 2 * unusedMs);
  const half = join(folder(), ".part-1");
  for (const path of [half, join(avatars, has), join(avatars, `${"n".repeat(22)}.webp`)]) {
    await writeFile(path, "x");
    await utimes(path, old, old);
  }
  await writeFile(join(avatars, `${"y".repeat(22)}.webp`), "x");
  backend.clock.set(new Date());
  await writeFile(join(folder(), ".part-2"), "x");
  expect(await backend.sweep()).toMatchObject({ avatars: 1, parts: 1 });
  expect((await readdir(avatars)).sort()).toEqual([has, `${"y".repeat(22)}.webp`]);
  expect((await stored()).filter((name) => name.startsWith(".part-"))).toEqual([".part-2"]);
});

test("with nothing there, there is nothing to do", async () => {
  const empty = await startTestBackend();
  expect(await empty.sweep()).toEqual({ parts: 0, arrivals: 0, pictures: 0, avatars: 0 });
  await empty.close();
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
