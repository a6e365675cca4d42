import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { noticeEvents, notices, webhookEndpoints } from "../../../api/db/schema.ts";
import { mostTries } from "../../../contract/service/webhook-events.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import {
  answer,
  hang,
  startWebhookReceiver,
  type Reply,
  type WebhookReceiver,
} from "../../setup/webhook-receiver.ts";
import { webhooksOf } from "../../setup/webhooks.ts";

const timeoutMs = 500;
let backend: TestBackend;
let hooks: ReturnType<typeof webhooksOf>;
const receivers: WebhookReceiver[] = [];
let kept: string;
beforeAll(async () => {
  backend = await startTestBackend({ work: { webhooksPrivate: true, webhookMs: timeoutMs } });
  hooks = webhooksOf(backend, (await backend.person({ admin: 3, uid: "owner" })).token);
  await backend.worker.start();
  // Stays: without an endpoint the relay ends, and is begun again by a task of each minute.
  kept = (await hooks.add("http://127.0.0.1:9/kept", ["order.disputed"])).id;
});
afterEach(async () => {
  for (const { id } of (await hooks.list()).filter((one) => one.id !== kept))
    await backend.db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  await Promise.all(receivers.splice(0).map((one) => one.close()));
});
afterAll(async () => {
  expect(backend.bugs).toEqual([]);
  await backend.close();
});

/** An endpoint that answers like this, and a test message on its way to it. */
async function send(...replies: Reply[]) {
  const receiver = await startWebhookReceiver(...replies);
  receivers.push(receiver);
  const { id, secret } = await hooks.add(receiver.url);
  const delivery = await hooks.test(id);
  return { receiver, id, secret, delivery };
}

/** Lets the next try of a message come now. */
const later = (minutes: number) =>
  backend.clock.set(new Date(backend.clock.now().getTime() + minutes * 60_000));

const tried = (tries: number) => (delivery: { tries: number }) => delivery.tries === tries;

describe("a message", () => {
  test("is signed by Standard Webhooks, and small", async () => {
    const { receiver, secret, delivery } = await send(answer(200, "thanks"));
    const done = await hooks.until(delivery, ({ state }) => state === "delivered");
    expect(done).toMatchObject({
      tries: 1,
      nextAt: null,
      last: { status: 200, problem: null, answer: "thanks" },
    });
    const [{ headers, body, id }] = receiver.received as [(typeof receiver.received)[0]];
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(body.replace("test", "best"), headers)).toThrow();
    expect(id).toBe(done.message);
    expect(headers).toMatchObject({ "content-type": "application/json" });
    expect(headers["user-agent"]).toMatch(/^Matinee-Webhooks\//);
    expect(JSON.parse(body)).toMatchObject({ type: "webhook.test", timestamp: done.at });
  });

  test("is tried again after 500, with the same id and another time, until it arrives", async () => {
    const { receiver, secret, delivery, id } = await send(answer(500, "down"), answer(200));
    const failed = await hooks.until(delivery, tried(1));
    expect(failed).toMatchObject({
      state: "waiting",
      last: { status: 500, problem: "status", answer: "down" },
    });
    expect(Date.parse(failed.nextAt!)).toBeGreaterThan(Date.parse(failed.last!.at));
    expect((await hooks.endpoint(id)).failingSince).not.toBeNull();
    later(1);
    await hooks.until(delivery, ({ state }) => state === "delivered");
    const [first, second] = receiver.received;
    expect([second!.id, second!.body]).toEqual([first!.id, first!.body]);
    expect(second!.headers["webhook-timestamp"]).not.toBe(first!.headers["webhook-timestamp"]);
    new Webhook(secret).sign(second!.id, new Date(), second!.body);
    expect((await hooks.endpoint(id)).failingSince).toBeNull();
  });

  test("is given up after eight tries in a day, and can be sent again", async () => {
    const { receiver, delivery } = await send(answer(503, "", { "Retry-After": "20" }));
    const begin = backend.clock.now().getTime();
    for (let tries = 1; tries < mostTries; tries++) {
      const { nextAt, last } = await hooks.until(delivery, tried(tries));
      // As the receiver asks, where it asks for more than the pause would be.
      if (tries === 1) expect(Date.parse(nextAt!) - Date.parse(last!.at)).toBe(20_000);
      backend.clock.set(new Date(nextAt!));
    }
    const last = await hooks.until(delivery, ({ state }) => state === "failed");
    expect(last).toMatchObject({ tries: mostTries, nextAt: null });
    const hours = (backend.clock.now().getTime() - begin) / 3_600_000;
    expect(hours).toBeGreaterThan(20);
    expect(hours).toBeLessThan(24);
    receiver.replies.splice(0, 1, answer(204));
    expect((await hooks.post("redeliver", { id: delivery })).c).toBe(0);
    await hooks.until(delivery, ({ state }) => state === "delivered");
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(receiver.received).toHaveLength(mostTries + 1);
  });
});

describe("an endpoint that", () => {
  test("hangs counts as silent, and does not hold up others", async () => {
    const slow = await send(hang);
    const quick = await send(answer(204));
    await hooks.until(quick.delivery, ({ state }) => state === "delivered");
    const { last } = await hooks.until(slow.delivery, tried(1));
    expect(last).toMatchObject({ status: null, problem: "timeout", answer: "" });
    expect(last!.ms).toBeGreaterThanOrEqual(timeoutMs - 50);
    expect(last!.ms).toBeLessThan(timeoutMs * 4);
  });

  test("redirects to a cloud's metadata is not followed", async () => {
    const { delivery } = await send(answer(302, "", { Location: "http://169.254.169.254/latest/meta-data" }));
    const { last, state } = await hooks.until(delivery, tried(1));
    expect(last).toMatchObject({ status: 302, problem: "redirect" });
    expect(state).toBe("waiting");
  });

  test("redirects to another one of ours does not reach it", async () => {
    const other = await startWebhookReceiver();
    receivers.push(other);
    const { delivery } = await send(answer(307, "", { Location: other.url }));
    await hooks.until(delivery, tried(1));
    expect(other.received).toEqual([]);
  });

  test("answers a gigabyte is read for 64 KB, of which the log keeps 500 letters", async () => {
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1024, "x");
    const flood: Reply = (response) => {
      response.writeHead(200, { "Content-Length": String(2 ** 30) });
      const more = () => {
        while (sent < 2 ** 30 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once("drain", more);
        }
      };
      more();
    };
    const { delivery } = await send(flood);
    const { last } = await hooks.until(delivery, ({ state }) => state === "delivered");
    expect(last).toMatchObject({ status: 200, answer: "x".repeat(500) });
    expect(sent).toBeLessThan(64 * 2 ** 20);
  });

  test("answers with signs that would disturb the log is shown without them", async () => {
    const { delivery } = await send(answer(400, "a\u0000b\u202Ec\u001B[31m\nd\uD83D"));
    const { last } = await hooks.until(delivery, tried(1));
    expect(last!.answer).toBe("abc[31m\nd\uFFFD");
  });

  test("begins to answer and stops has answered", async () => {
    const { delivery } = await send((response) => void response.writeHead(200).write("half"));
    const { last } = await hooks.until(delivery, ({ state }) => state === "delivered");
    expect(last).toMatchObject({ status: 200, answer: "half" });
  });

  test("breaks the connection off is tried again", async () => {
    const { delivery } = await send((_response, request) => void request.socket.destroy());
    const { last, state } = await hooks.until(delivery, tried(1));
    expect([last!.problem, state]).toEqual(["broken", "waiting"]);
  });

  test("is not there is tried again", async () => {
    const gone = await startWebhookReceiver();
    await gone.close();
    const { id } = await hooks.add(gone.url);
    const { last } = await hooks.until(await hooks.test(id), tried(1));
    expect(last).toMatchObject({ status: null, problem: "unreachable" });
  });

  test("fails for three days is switched off, and admins are told", async () => {
    const { id, delivery, receiver } = await send(answer(500));
    await hooks.until(delivery, tried(1));
    await backend.db
      .update(webhookEndpoints)
      .set({ failingSince: new Date(backend.clock.now().getTime() - 3 * 86_400_000) })
      .where(eq(webhookEndpoints.id, id));
    const waiting = await hooks.test(id);
    await hooks.until(waiting, ({ state }) => state === "cancelled");
    expect((await hooks.until(delivery, () => true)).state).toBe("cancelled");
    expect((await hooks.endpoint(id)).off).toMatchObject({ why: "failing" });
    await backend.tell();
    const { token } = await backend.person({ admin: 2 });
    const inbox = async (who: string) =>
      ((await backend.get("notice/list", "", { token: who })).d.items as { topic: string }[]).map(
        ({ topic }) => topic,
      );
    expect(await inbox(token)).not.toContain("webhook-off");
    const told = await backend.db
      .select({ uid: notices.uid, data: noticeEvents.data })
      .from(notices)
      .innerJoin(noticeEvents, eq(noticeEvents.id, notices.eventId))
      .where(eq(noticeEvents.topic, "webhook-off"));
    expect(told).toEqual([{ uid: "owner", data: { name: "Shop" } }]);
    // Nothing is sent to it any more, until it is switched on again.
    const before = receiver.received.length;
    expect((await hooks.post("test", { id, key: crypto.randomUUID() })).status).toBe(409);
    expect((await hooks.post("redeliver", { id: delivery })).status).toBe(409);
    const { revision } = await hooks.endpoint(id);
    receiver.replies.splice(0, 1, answer(204));
    expect((await hooks.post("save", { id, revision, on: true })).c).toBe(0);
    await hooks.until(await hooks.test(id), ({ state }) => state === "delivered");
    expect(receiver.received.length).toBe(before + 1);
  });

  test("says that it is gone is switched off at once", async () => {
    const { id, delivery } = await send(answer(410));
    await hooks.until(delivery, ({ state }) => state !== "waiting");
    expect((await hooks.endpoint(id)).off).toMatchObject({ why: "gone" });
  });
});

test("for a day after a rotation both secrets verify, then the new one alone", async () => {
  const { receiver, secret: old, id, delivery } = await send(answer(204));
  await hooks.until(delivery, ({ state }) => state === "delivered");
  const { revision } = await hooks.endpoint(id);
  const { d } = await hooks.post("rotate", { id, revision });
  const renewed = d.secret as string;
  expect(renewed).not.toBe(old);
  expect(Date.parse(d.oldSecretUntil) - backend.clock.now().getTime()).toBe(24 * 3_600_000);
  expect((await hooks.post("rotate", { id, revision })).status).toBe(409);
  const verified = async () => {
    await hooks.until(await hooks.test(id), ({ state }) => state === "delivered");
    const { body, headers } = receiver.received.at(-1)!;
    // The test's own clock is ahead: what is checked here is the signature.
    const [at, given] = [Number(headers["webhook-timestamp"]), headers["webhook-signature"]!.split(" ")];
    const signs = (one: string) =>
      given.includes(new Webhook(one).sign(headers["webhook-id"]!, new Date(at * 1_000), body));
    return [signs(old), signs(renewed)];
  };
  expect(await verified()).toEqual([true, true]);
  later(24 * 60);
  expect(await verified()).toEqual([false, true]);
  expect((await hooks.endpoint(id)).oldSecretUntil).toBeNull();
});

test("a hundred messages to an endpoint that is slow do not hold up another one", async () => {
  // What triggers note has the time of the database.
  later(60);
  const slow = await startWebhookReceiver(hang);
  const quick = await startWebhookReceiver();
  receivers.push(slow, quick);
  await hooks.add(slow.url, ["movie.deleted"]);
  const { id } = await hooks.add(quick.url);
  for (let n = 0; n < 100; n++)
    await backend.db.execute(`select note_webhook('movie.deleted', '{"movieId":"m${n}"}')`);
  await slow.has(5);
  const began = performance.now();
  await hooks.until(await hooks.test(id), ({ state }) => state === "delivered");
  expect(performance.now() - began).toBeLessThan(8_000);
});
