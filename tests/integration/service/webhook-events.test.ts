import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  encodings,
  feedback,
  movies,
  orders,
  paymentLines,
  users,
  webhookMessages,
} from "../../../api/db/schema.ts";
import { webhookEvents, type WebhookEvent } from "../../../contract/service/webhook-events.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { webhooksOf } from "../../setup/webhooks.ts";

let backend: TestBackend;
let token: string;
let hooks: ReturnType<typeof webhooksOf>;
let endpoint: string;
beforeAll(async () => {
  backend = await startTestBackend();
  token = (await backend.person({ admin: 3 })).token;
  hooks = webhooksOf(backend, token);
  endpoint = (await hooks.add("https://8.8.8.8/hook", [...webhookEvents])).id;
});
afterAll(async () => {
  expect(backend.bugs).toEqual([]);
  await backend.close();
});

/** What is noted of a type, latest first. */
async function noted(type: WebhookEvent): Promise<Record<string, unknown>[]> {
  const of = await hooks.log(`?type=${type}&endpoint=${endpoint}`);
  const bodies = await Promise.all(
    of.map(({ id }) => backend.get("z/webhook/delivery", `?id=${id}`, { token })),
  );
  return bodies.map(({ d }) => JSON.parse(d.body).data);
}

test("a movie that is published by its form, withdrawn, and deleted", async () => {
  await addMovie(backend.db, { id: "noted", status: "draft" });
  const save = (revision: number, status: string) =>
    backend.post("z/movie/save", { id: "noted", revision, status }, { token });
  expect((await save(0, "published")).c).toBe(0);
  const [published] = await noted("movie.published");
  expect(published).toEqual({ movieId: "noted", publishAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) });
  expect((await save(1, "draft")).c).toBe(0);
  expect(await noted("movie.unpublished")).toEqual([{ movieId: "noted" }]);
  expect((await backend.post("z/movie/delete", { id: "noted", revision: 2 }, { token })).c).toBe(0);
  expect(await noted("movie.deleted")).toEqual([{ movieId: "noted" }]);
  await addMovie(backend.db, { id: "noted-trailer", status: "trailer" });
  await backend.db.update(movies).set({ status: "deleted" }).where(eq(movies.id, "noted-trailer"));
  expect(await noted("movie.deleted")).toEqual([{ movieId: "noted" }]);
});

test("each of many that are published at once, and none of those that a failed transaction would have", async () => {
  for (const n of [1, 2, 3]) await addMovie(backend.db, { id: `bulk-${n}`, status: "draft", tags: ["bulk"] });
  const action = { selection: { filter: { tag: "bulk" } }, action: { kind: "publish" }, dryRun: false };
  expect((await backend.post("z/movie/bulk", action, { token })).d.affected).toBe(3);
  const ids = (await noted("movie.published")).map(({ movieId }) => movieId);
  expect(ids.filter((id) => String(id).startsWith("bulk-")).sort()).toEqual(["bulk-1", "bulk-2", "bulk-3"]);
  const failing = backend.db.transaction(async (tx) => {
    await tx.update(movies).set({ status: "draft" }).where(eq(movies.id, "bulk-1"));
    throw new Error("thrown back");
  });
  await expect(failing).rejects.toThrow("thrown back");
  expect((await noted("movie.unpublished")).map(({ movieId }) => movieId)).not.toContain("bulk-1");
});

test("a movie that waited for its video, once that is there", async () => {
  await addMovie(backend.db, { id: "waits", status: "draft", ready: 0 });
  await backend.db.update(movies).set({ status: "published" }).where(eq(movies.id, "waits"));
  const told = async () => (await noted("movie.published")).some(({ movieId }) => movieId === "waits");
  expect(await told()).toBe(false);
  const [row] = await backend.db.select().from(movies).where(eq(movies.id, "waits"));
  expect(row!.status).toBe("waiting");
  await backend.db.update(movies).set({ hasVideo: true }).where(eq(movies.id, "waits"));
  expect(await told()).toBe(true);
});

test("an encoding that ends, well or not", async () => {
  await addMovie(backend.db, { id: "encoded", episodes: 2 });
  const row = { movieId: "encoded", source: "0.mp4", createdAt: new Date(), state: "encoding" as const };
  await backend.db.insert(encodings).values([
    { ...row, id: "enc-1", episodeIndex: 1 },
    { ...row, id: "enc-2", episodeIndex: 2 },
  ]);
  const end = (id: string, state: "ready" | "failed", problem: string | null) =>
    backend.db.update(encodings).set({ state, problem }).where(eq(encodings.id, id));
  await end("enc-1", "ready", null);
  await end("enc-2", "failed", "no_video");
  expect(await noted("encoding.finished")).toEqual([{ encodingId: "enc-1", movieId: "encoded", episode: 1 }]);
  expect(await noted("encoding.failed")).toEqual([
    { encodingId: "enc-2", movieId: "encoded", episode: 2, problem: "no_video" },
  ]);
});

test("a member, once; a guest, never; and that one has left", async () => {
  const { uid } = await backend.person({ anonymous: true, email: null });
  expect(await noted("user.created")).toEqual([]);
  await backend.db.update(users).set({ joinedAt: new Date(), anonymous: false }).where(eq(users.uid, uid));
  await backend.db.update(users).set({ name: "Ada", joinedAt: new Date() }).where(eq(users.uid, uid));
  expect(await noted("user.created")).toEqual([{ uid }]);
  await backend.db.delete(users).where(eq(users.uid, uid));
  expect(await noted("user.deleted")).toEqual([{ uid }]);
});

test("an order that is paid and refunded, with ids and money alone", async () => {
  const { uid } = await backend.person({ email: "payer@example.test", name: "Payer" });
  const at = new Date();
  await backend.db.insert(orders).values({
    number: "N-1",
    uid,
    key: "k",
    plan: {} as never,
    planId: "month",
    currency: "EUR",
    amount: 499,
    state: "open",
    createdAt: at,
    expiresAt: at,
  });
  expect(await noted("order.paid")).toEqual([]);
  await backend.db.update(orders).set({ state: "paid", paidAt: at }).where(eq(orders.number, "N-1"));
  await backend.db.update(orders).set({ vipUntil: at }).where(eq(orders.number, "N-1"));
  expect(await noted("order.paid")).toEqual([
    { order: "N-1", uid, planId: "month", amount: 499, currency: "EUR" },
  ]);
  await backend.db.insert(paymentLines).values({
    id: crypto.randomUUID(),
    number: "N-1",
    kind: "refunded",
    method: "sandbox",
    reference: "r-1",
    payment: "p-1",
    currency: "EUR",
    amount: 499,
    why: "requested",
    at,
  });
  expect(await noted("order.refunded")).toEqual([
    { order: "N-1", uid, amount: 499, currency: "EUR", why: "requested" },
  ]);
});

test("feedback, by its receipt", async () => {
  const { token: member, uid } = await backend.person({ email: "writer@example.test" });
  const sent = await backend.post(
    "feedback/create",
    { key: crypto.randomUUID(), category: "idea", text: "More films of the sea, please" },
    { token: member },
  );
  expect(sent.c).toBe(0);
  const [row] = await backend.db.select().from(feedback).where(eq(feedback.uid, uid));
  expect(await noted("feedback.created")).toEqual([{ receipt: row!.receipt, uid }]);
});

test("goes to each endpoint that wants it and is on, and is not even noted without one", async () => {
  const films = (await hooks.add("https://8.8.8.8/films", ["movie.published"])).id;
  const off = (await hooks.add("https://8.8.8.8/off", ["movie.published"])).id;
  await hooks.post("save", { id: off, revision: 0, on: false });
  await addMovie(backend.db, { id: "for-two", status: "published" });
  const of = async (id: string) => (await hooks.log(`?endpoint=${id}&type=movie.published`)).length;
  expect([await of(films), await of(off)]).toEqual([1, 0]);
  for (const { id, revision } of await hooks.list()) await hooks.post("delete", { id, revision });
  await backend.db.execute("delete from webhook_message");
  await addMovie(backend.db, { id: "for-none", status: "published" });
  expect(await backend.db.$count(webhookMessages)).toBe(0);
});
