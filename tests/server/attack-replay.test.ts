import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { descriptors, multipart, sendAndCut } from "../setup/cut-socket.ts";
import { startVideoServer, type VideoServer } from "../setup/video-server.ts";
import { zeroPng } from "../setup/hostile-pictures.ts";

/**
 * The attacks that once stopped a running server, took an account over or filled its disk, one after the other against
 * one server, which answers as before at the end. What a viewer sees of failing media: e2e/playback/player-failures.
 */
const segmentBytes = 1024 * 1024;
let assetStore: VideoServer;
beforeAll(async () => {
  assetStore = await startVideoServer({ LOG_LEVEL: "error" }, segmentBytes);
});
afterAll(() => assetStore.close());

const json = { "Content-Type": "application/json" };
// A test reads whatever a call answers.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Envelope = { status: number; c: number; d: any };

async function call(name: string, body: object | string, token?: string): Promise<Envelope> {
  const answer = await fetch(`${assetStore.server.url}/api/${name}`, {
    method: "POST",
    headers: { ...json, ...(token && { Authorization: `Bearer ${token}` }) },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: answer.status, ...((await answer.json()) as { c: number; d: unknown }) };
}

/** Milliseconds until something is answered. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
const healthy = () =>
  timed(async () => expect((await fetch(`${assetStore.server.url}/healthz`)).status).toBe(200));

test("1: 64 KB of an unclosed string delay no request", async () => {
  const attack = call("identity/anonymous", `{"${"\\u0061".repeat(10_900)}`);
  expect(await healthy()).toBeLessThan(1_000);
  expect((await attack).status).toBe(422);
});

test("2: a form without an end is refused, and stays out of memory", async () => {
  const resident = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${assetStore.server.pid}/status`, "utf8"))![1]) / 1024;
  const piece = new Uint8Array(64 * 1024).fill(0x61);
  /** May be cut off before the answer is read. */
  const send = (pieces: number) => {
    let left = pieces;
    const body = new ReadableStream({
      pull: (stream) => (left-- > 0 ? stream.enqueue(piece) : stream.close()),
    });
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
    return fetch(`${assetStore.server.url}/session`, init).then(
      ({ status }) => status,
      () => "cut",
    );
  };
  const refused = [413, 415, 422, "cut"];
  // What refuses any form that is too large is loaded once, and stays.
  expect(refused).toContain(await send(3));
  const before = resident();
  // 200 MB.
  expect(refused).toContain(await send(3_200));
  expect(resident() - before).toBeLessThan(100);
});

test("3: a proof opens one session, and none after its guest has joined", async () => {
  const { d: guest } = await call("identity/anonymous", {});
  const { d: opened } = await call("login/uid", { uid: guest.uid, proof: guest.proof });
  expect(opened.token).toMatch(/^[\w-]{43}$/);
  expect((await call("login/uid", { uid: guest.uid, proof: guest.proof })).status).toBe(401);
  const { d: other } = await call("identity/anonymous", {});
  const { d: held } = await call("login/uid", { uid: other.uid, proof: other.proof });
  const account = { email: "joins@attack.test", password: "a long password" };
  const { d: joined } = await call("identity/sign-up", account, held.token);
  expect(joined.uid).toBe(other.uid);
  await call("login/uid", { uid: joined.uid, proof: joined.proof }, held.token);
  expect((await call("login/uid", { uid: other.uid, proof: other.proof })).status).toBe(401);
});

async function formOf(token: string): Promise<Record<string, string>> {
  const answer = await fetch(`${assetStore.server.url}/api/oss/form?purpose=picture`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { d: { form: Record<string, string> } }).d.form;
}
const nameOf = (picture: Buffer) => `${createHash("sha256").update(picture).digest("hex")}.png`;

test("4: uploads that are cut leave no descriptor and no part", async () => {
  const picture = zeroPng(3_000, 3_000);
  for (let n = 0; n < 20; n++) {
    const fields = { ...(await formOf(assetStore.tokens.one)), key: nameOf(picture) };
    const { type, body } = multipart({ ...fields, file: { name: "picture.png", content: picture } });
    const request = { method: "POST", path: "/oss/upload", headers: { "Content-Type": type }, body };
    await sendAndCut(assetStore.server.url, request, 0.5);
  }
  await expect
    .poll(async () => (await descriptors(assetStore.server.pid, assetStore.dataDir)).files)
    .toEqual([]);
  const partsLeft = async () =>
    (await readdir(join(assetStore.dataDir, "uploads"), { recursive: true })).filter((name) =>
      name.includes(".part-"),
    );
  await expect.poll(partsLeft, { timeout: 10_000 }).toEqual([]);
});

test("5: pictures of 32 megapixels and sign-ins hold no segment for seconds", async () => {
  const pictures = Array.from({ length: 4 }, (_, n) => zeroPng(6_000 + n, 5_000));
  const sent = pictures.map(async (picture) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(await formOf(assetStore.tokens.one))) body.append(name, value);
    body.append("key", nameOf(picture));
    body.append("file", new Blob([picture as Uint8Array<ArrayBuffer>]), nameOf(picture));
    expect((await fetch(`${assetStore.server.url}/oss/upload`, { method: "POST", body })).status).toBe(200);
  });
  await Promise.all(sent);
  const work = [
    ...pictures.map((picture) => call("profile/avatar", { key: nameOf(picture) }, assetStore.tokens.one)),
    ...Array.from({ length: 27 }, () =>
      call("identity/sign-in", { email: "joins@attack.test", password: "a long password" }),
    ),
  ];
  for (let n = 0; n < 10; n++) {
    const took = await timed(async () => {
      const answer = await fetch(assetStore.server.url + assetStore.path("v240/seg_00000.m4s"));
      expect((await answer.arrayBuffer()).byteLength).toBe(segmentBytes);
    });
    expect(took).toBeLessThan(2_000);
  }
  for (const { status } of await Promise.all(work)) expect([200, 429, 503]).toContain(status);
});

test("8: two slashes lead to no other host", async () => {
  const answer = await fetch(`${assetStore.server.url}//evil.test/path?_token=x`, { redirect: "manual" });
  const to = new URL(answer.headers.get("Location")!, assetStore.server.url);
  expect(to.origin).toBe(new URL(assetStore.server.url).origin);
});

test("13: two hundred bodies that never come lose their connections", { timeout: 60_000 }, async () => {
  const open = () => readdirSync(`/proc/${assetStore.server.pid}/fd`).length;
  const before = open();
  const { port, hostname, host } = new URL(assetStore.server.url);
  const head = `POST /api/stat HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
  const closed = Array.from(
    { length: 200 },
    () =>
      new Promise<void>((resolve) => {
        const socket: Socket = connect(Number(port), hostname, () => socket.write(head));
        socket.on("error", () => {}).on("close", () => resolve());
        socket.resume();
      }),
  );
  await expect.poll(open, { timeout: 10_000 }).toBeGreaterThan(before + 150);
  await Promise.all(closed);
  expect(await healthy()).toBeLessThan(1_000);
});
