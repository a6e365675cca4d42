import { afterAll, beforeAll, expect, test } from "vitest";
import { calls, type CallName } from "../../contract/index.ts";
import { startTestBackend, type TestBackend } from "../setup/backend.ts";
import { filled, growthOf } from "../setup/cost.ts";
import { payloads as good } from "../setup/payloads.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

/** Letters of a refusal: an admin's screen could show no more. */
const longestAnswer = 32_000;

async function post(name: CallName, body: string, token?: string) {
  const answer = await backend.fetch(`/api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

const membersOf = (length: number) =>
  Object.fromEntries(Array.from({ length: Math.floor(length / 12) }, (_, n) => [`m${n}`, ""]));

/** Bodies made to take long, of a length that is given. None of them is what a call takes. */
const bodies: [what: string, body: (length: number) => string][] = [
  ["a text that never ends", (n) => `{"a":"${filled('\\"', n - 6)}`],
  ["quotes alone", (n) => filled('"', n)],
  ["backslashes in quotes", (n) => `{"a":"${filled("\\", n - 6)}`],
  ["lists in lists", (n) => `{"a":${"[".repeat(n / 2 - 4)}${"]".repeat(n / 2 - 4)}}`],
  ["lists that never end", (n) => filled("[", n)],
  ["objects in objects", (n) => `${'{"a":'.repeat(n / 6 - 1)}1${"}".repeat(n / 6 - 1)}`],
  ["members that are none of the call's", (n) => JSON.stringify(membersOf(n))],
  ["one name again and again", (n) => `{${filled('"a":1,', n - 8)}"a":1}`],
  ["one name of all its length", (n) => `{"${filled("a", n - 8)}":1}`],
  ["colons", (n) => filled(":", n)],
  ["spaces", (n) => filled(" ", n)],
  ["a number of many digits", (n) => `{"a":${filled("9", n - 6)}}`],
  ["signs of four bytes", (n) => JSON.stringify({ a: "💣".repeat(n / 4 - 4) })],
];

test.each(bodies)("a body of %s", async (_what, body) => {
  const send = async (length: number) => {
    const text = body(length);
    expect(text.length).toBeLessThanOrEqual(64 * 1024);
    const answer = await post("stat", text);
    expect([answer.status, answer.text.length < longestAnswer]).toEqual([422, true]);
  };
  expect(await growthOf(send)).toMatchObject({ isCheap: true });
});

/** What is put in the place of a field, whatever it wants. */
const values: [what: string, value: (length: number) => unknown][] = [
  ["a list of lists", (n) => Array.from({ length: n / 3 }, () => [])],
  ["a list of what has members", (n) => Array.from({ length: n / 8 }, () => ({ "": 0 }))],
  ["members", membersOf],
  ["a long name for much", (n) => ({ [filled("a", n / 2)]: Array.from({ length: n / 8 }, () => []) })],
  ...["a", "a@", "a.", "0-", " ", "\n", "{\\", "[]("].map((piece): [string, (n: number) => unknown] => [
    JSON.stringify(piece),
    (n) => filled(piece, n / 2),
  ]),
];
const posts = (Object.keys(calls) as CallName[]).filter(
  (name) => calls[name].method === "POST" && Object.keys(good[name]).length > 0,
);

test.each(posts)("%s, whatever stands in its fields", async (name) => {
  const { token } = await backend.person({ admin: 3 });
  const fields = Object.keys(good[name]);
  for (const [what, value] of values) {
    const send = async (length: number) => {
      const filling = value(Math.floor(length / fields.length));
      const body = JSON.stringify(Object.fromEntries(fields.map((field) => [field, filling])));
      const answer = await post(name, body, token);
      expect([what, answer.status, answer.text.length < longestAnswer]).toEqual([what, 422, true]);
    };
    expect({ what, ...(await growthOf(send, 60_000)) }).toMatchObject({ what, isCheap: true });
  }
});

/** What a call takes, filled to the call's own bound: what is done with it afterwards costs as well. */
const taken: [name: CallName, payload: (piece: string) => Record<string, unknown>][] = [
  ["feedback/create", (piece) => ({ ...good["feedback/create"], text: filled(`x${piece}`, 4_000) })],
  ["profile/save", (piece) => ({ name: filled(`x${piece}`, 60) })],
  ["voucher/redeem", (piece) => ({ ...good["voucher/redeem"], code: filled(piece, 60) })],
  ["z/magnet/add", (piece) => ({ text: `magnet:?${filled(piece, 8_000)}`, rights: true })],
  ["z/text/save", (piece) => ({ ...good["z/text/save"], body: filled(`x${piece}`, 40_000) })],
];
/** Queries: a search is folded, cut, corrected, and looked up by what the database makes of it. */
const asked: [name: CallName, field: string, length: number][] = [
  ["movie/search", "q", 100],
  ["movie/suggest", "q", 100],
  ["movie/list", "cursor", 400],
  ["z/movie/list", "q", 100],
  ["z/user/list", "q", 100],
];
const pieces = [
  ...["a", "a ", "-", " ", "<", "*", "[a](/", "\n", "\u0301", "日", "カ", "ก", "\u0930\u094d"],
  ...["ﷺ", "'", "%", "\\", "_", ":*", "| ", "&", "💣"],
];

test.each(taken.flatMap(([name, payload]) => pieces.map((piece) => ({ name, payload, piece }))))(
  "$name takes its fill of $piece",
  async ({ name, payload, piece }) => {
    const { token } = await backend.person({ admin: 3 });
    const send = async () =>
      expect((await post(name, JSON.stringify(payload(piece)), token)).status).toBeLessThan(500);
    expect(await growthOf(send)).toMatchObject({ isCheap: true });
  },
);

test.each(asked.flatMap(([name, field, length]) => pieces.map((piece) => ({ name, field, length, piece }))))(
  "$name is asked for $piece",
  async ({ name, field, length, piece }) => {
    const { token } = await backend.person({ admin: 3 });
    const query = `?${field}=${encodeURIComponent(filled(piece, length).toWellFormed())}`;
    const ask = async () => expect((await backend.get(name, query, { token })).status).toBeLessThan(500);
    expect(await growthOf(ask)).toMatchObject({ isCheap: true });
  },
);

test("none of this was a bug", () => expect(backend.bugs).toEqual([]));
