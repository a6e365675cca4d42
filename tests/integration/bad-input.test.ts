import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls, type CallName } from "../../contract/index.ts";
import { startTestBackend, type TestBackend } from "../setup/backend.ts";
import { addMovie } from "../setup/catalogue.ts";
import { payloads as good } from "../setup/payloads.ts";

let backend: TestBackend;
let token: string;

beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "a-film" });
  token = (await backend.person({ admin: 3 })).token;
});
afterAll(() => backend.close());

const names = Object.keys(calls) as CallName[];
const long = "x".repeat(5000);

/** Values no field of any call accepts. */
const wrong = [long, { $gt: "" }, ["a"], "", "\u0000", "\ud800", null, true, -1, 1e9, "../../etc/passwd"];

async function send(name: CallName, payload: Record<string, unknown>) {
  if (calls[name].method === "POST") return backend.post(name, payload, { token });
  const pairs = Object.entries(payload).map(
    ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(textOf(value))}`,
  );
  return backend.get(name, `?${pairs.join("&")}`, { token });
}
const textOf = (value: unknown) => (typeof value === "string" ? value.toWellFormed() : JSON.stringify(value));

function expectRefused(
  answer: { status: number; c: number; m: string; d: { issues?: { message: string }[] } },
  what: string,
) {
  expect({ what, status: answer.status, c: answer.c, m: answer.m }).toEqual({
    what,
    status: 422,
    c: 422,
    m: "Invalid data",
  });
  expect(answer.d?.issues?.length, what).toBeGreaterThan(0);
  for (const { message } of answer.d.issues!) expect(message).toMatch(/\w/);
}

describe.each(names)("%s", (name) => {
  // A new user for each call: one of them deletes its caller.
  beforeAll(async () => {
    token = (await backend.person({ admin: 3 })).token;
  });

  test("refuses an unknown field, also one that means something to JavaScript", async () => {
    for (const field of ["surplus", "x[]", "__proto__", "constructor", "prototype", "admin", "is_vip", ""]) {
      const answer =
        calls[name].method === "POST"
          ? await backend.post(
              name,
              JSON.stringify(good[name]).replace(
                /^\{/,
                `{${JSON.stringify(field)}:1${Object.keys(good[name]).length ? "," : ""}`,
              ),
              { token },
            )
          : await backend.get(
              name,
              `?${new URLSearchParams({ ...(good[name] as Record<string, string>) })}&${encodeURIComponent(field)}=1`,
              { token },
            );
      expectRefused(answer, `field ${JSON.stringify(field)}`);
    }
    expect(({} as Record<string, unknown>).surplus).toBeUndefined();
  });

  test("refuses a missing field, one a query repeats, and a value that is not one of its", async () => {
    for (const field of Object.keys(good[name])) {
      const { [field]: _, ...rest } = good[name];
      if (calls[name].input.shape[field as never] && !isOptional(name, field))
        expectRefused(await send(name, rest), `without ${field}`);
      const value = encodeURIComponent(textOf(good[name][field]));
      if (calls[name].method === "GET")
        expectRefused(
          await backend.get(name, `?${field}=${value}&${field}=${value}`, { token }),
          `${field} twice`,
        );
      for (const value of wrong) {
        if (accepts(name, field, value)) continue;
        expectRefused(
          await send(name, { ...good[name], [field]: value }),
          `${field} = ${JSON.stringify(value).slice(0, 40)}`,
        );
      }
    }
  });

  test("refuses what can't be read at all", async () => {
    if (calls[name].method === "GET") {
      for (const query of [
        "?a=%00",
        "?%00=1",
        "?a=%ff",
        "?a=%E4%28",
        "?%",
        `?a=${long}`,
        "?__proto__[x]=1",
        "?a=1&a=2",
      ]) {
        expectRefused(await backend.get(name, query, { token }), query.slice(0, 30));
      }
      return;
    }
    const bodies = [
      "",
      "{",
      "[]",
      "null",
      '"text"',
      "1",
      '{"a":1',
      "{'a':1}",
      '{"a":NaN}',
      long.repeat(20),
      '{"__proto__":{"admin":1}}',
      '{"a":"\\u0000"}',
    ];
    for (const body of bodies) expectRefused(await backend.post(name, body, { token }), body.slice(0, 30));
    const raw = async (body: BodyInit, type: string) => {
      const response = await backend.fetch(`/api/${name}`, {
        method: "POST",
        body,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": type },
      });
      return { ...(await response.json()), status: response.status };
    };
    expectRefused(
      await raw(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), "application/json"),
      "bad UTF-8",
    );
    expectRefused(await raw(JSON.stringify(good[name]), "text/plain"), "another type");
    expectRefused(await raw("a=1", "application/x-www-form-urlencoded"), "a form");
  });

  test("has one method", async () => {
    const method = calls[name].method === "GET" ? "POST" : "GET";
    const response = await backend.fetch(`/api/${name}`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toContain(calls[name].method);
    expect((await response.json()).c).toBe(405);
  });
});

test("of a member that a body has twice the last one counts", async () => {
  const spoilt = await backend.post("stat", '{"action":"source","target":0,"remark":"","remark":7}');
  expect(spoilt.d.issues).toMatchObject([{ field: "remark", reason: "type" }]);
  const good = await backend.post("stat", '{"action":"source","target":0,"remark":7,"remark":""}');
  expect(good.c).toBe(0);
});

test("whatever is thrown at a call, the answer is an envelope and no bug", async () => {
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.dictionary(fc.string(), value, { maxKeys: 4 }),
      fc.boolean(),
      async (name, extra, merge) => {
        if (name.startsWith("identity/") || name === "session/end") return;
        const answer = await send(name, merge ? { ...good[name], ...extra } : extra);
        expect(answer.status).toBeLessThan(500);
        expect(typeof answer.c).toBe("number");
      },
    ),
    { numRuns: 150 },
  );
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));

function isOptional(name: CallName, field: string): boolean {
  return (
    calls[name].input.shape[field as never] !== undefined &&
    (
      calls[name].input.shape[field as never] as { safeParse: (v: unknown) => { success: boolean } }
    ).safeParse(undefined).success
  );
}

/** A GET sends text, so that `-1` may be a search and `true` a remark; the schema is asked, as decoded. */
function accepts(name: CallName, field: string, value: unknown): boolean {
  const schema = calls[name].input.shape[field as never] as {
    safeParse: (v: unknown) => { success: boolean };
  };
  if (
    typeof value === "string" &&
    (value.includes("\u0000") || (!value.isWellFormed() && calls[name].method === "POST"))
  )
    return false;
  return schema.safeParse(calls[name].method === "GET" ? textOf(value) : value).success;
}
