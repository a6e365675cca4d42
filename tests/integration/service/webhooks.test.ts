import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWebhookSender } from "../../../api/adapters/webhook-sender/webhook-sender.ts";
import { mostEndpoints } from "../../../contract/service/webhook-events.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { webhooksOf } from "../../setup/webhooks.ts";

let backend: TestBackend;
let token: string;
let hooks: ReturnType<typeof webhooksOf>;
beforeAll(async () => {
  backend = await startTestBackend();
  token = (await backend.person({ admin: 3, name: "Olga" })).token;
  hooks = webhooksOf(backend, token);
});
afterAll(async () => {
  expect(backend.bugs).toEqual([]);
  await backend.close();
});

const url = "https://8.8.8.8/hook";
const payload = (given: object = {}) => ({
  key: crypto.randomUUID(),
  name: "Shop",
  url,
  events: ["order.paid"],
  ...given,
});

describe("an endpoint", () => {
  test("is made once by a form that is sent twice", async () => {
    const given = payload({ name: "Twice" });
    const [first, second] = [await hooks.post("create", given), await hooks.post("create", given)];
    expect(first.c).toBe(0);
    expect(second.d).toEqual(first.d);
    expect((await hooks.list()).filter(({ name }) => name === "Twice")).toHaveLength(1);
    expect((await hooks.post("create", { ...given, name: "Other" })).status).toBe(409);
  });

  test("has its secret in no other answer, and not in the database", async () => {
    const { id, secret } = await hooks.add(url);
    expect(JSON.stringify(await hooks.list())).not.toContain(secret.slice(6));
    const rows = await backend.db.execute(`select row_to_json(w)::text as row from webhook_endpoint w`);
    const entries = await backend.get("z/audit/list", `?target=${id}`, { token });
    expect(JSON.stringify([rows, entries])).not.toContain(secret.slice(6));
    expect(entries.d.items).toMatchObject([
      { action: "z/webhook/create", target: { kind: "webhook", name: "Shop" }, after: { url, on: true } },
    ]);
  });

  test("is changed where its form changed it, and tells what another admin changed meanwhile", async () => {
    const { id } = await hooks.add(url);
    const { revision, name, events } = await hooks.endpoint(id);
    const before = { name, url, events };
    const renamed = await hooks.post("save", { id, revision, before, ...before, name: "Till" });
    expect(renamed.d).toEqual({ revision: 1 });
    // A form that was opened before, and changes something else.
    const moved = await hooks.post("save", { id, revision, before, ...before, events: ["user.created"] });
    expect(moved.d).toEqual({ revision: 2 });
    expect(await hooks.endpoint(id)).toMatchObject({ name: "Till", events: ["user.created"] });
    const late = await hooks.post("save", { id, revision, before, ...before, name: "Desk" });
    expect(late.status).toBe(409);
    expect(late.d.conflict).toMatchObject({ by: "Olga", fields: [{ field: "name", theirs: "Till" }] });
    expect((await hooks.post("save", { id, revision: 1, on: false })).status).toBe(409);
    const nothing = await hooks.post("save", { id, revision: 2, name: "Till" });
    expect(nothing.d).toEqual({ revision: 2 });
  });

  test("that is switched off drops what waits", async () => {
    const { id } = await hooks.add(url);
    const delivery = await hooks.test(id);
    await hooks.post("save", { id, revision: 0, on: false });
    expect(await hooks.log(`?endpoint=${id}`)).toMatchObject([{ id: delivery, state: "cancelled" }]);
    expect((await hooks.endpoint(id)).off).toMatchObject({ why: "admin" });
  });

  test("goes with its log, and the audit log keeps what it was", async () => {
    const { id } = await hooks.add(url);
    await hooks.test(id);
    expect((await hooks.post("delete", { id, revision: 7 })).status).toBe(409);
    expect((await hooks.post("delete", { id, revision: 0 })).c).toBe(0);
    expect(await hooks.log(`?endpoint=${id}`)).toEqual([]);
    expect((await hooks.post("delete", { id, revision: 0 })).status).toBe(404);
    const { d } = await backend.get("z/audit/list", `?target=${id}&action=z/webhook/delete`, { token });
    expect(d.items).toMatchObject([{ before: { name: "Shop", url }, after: null }]);
  });

  test.each([
    "http://8.8.8.8/hook",
    "https://127.0.0.1/hook",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://10.1.2.3/",
    "https://192.168.1.1:8443/",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[fd00::1]/",
    "https://localhost/",
    "https://localhost./",
    "https://metadata.google.internal/",
    "https://printer.local/",
    "https://user:secret@8.8.8.8/",
  ])("is not at %s", async (refused) => {
    const { status, d } = await hooks.post("create", payload({ url: refused }));
    expect(status).toBe(422);
    expect(d.issues).toMatchObject([{ field: "url", reason: "choice" }]);
    const { id } = await hooks.add(url);
    expect((await hooks.post("save", { id, revision: 0, url: refused })).status).toBe(422);
    await hooks.post("delete", { id, revision: 0 });
  });

  test.each([
    "ftp://8.8.8.8/",
    "javascript:alert(1)",
    "not an address",
    `https://8.8.8.8/${"a".repeat(2_000)}`,
  ])("has an address of the web, not %s", async (refused) => {
    expect((await hooks.post("create", payload({ url: refused }))).status).toBe(422);
  });

  test("is one of fifty at most", async () => {
    const left = mostEndpoints - (await hooks.list()).length;
    for (let n = 0; n < left; n++) await hooks.add(url);
    expect((await hooks.post("create", payload())).status).toBe(409);
    for (const { id, revision } of await hooks.list()) await hooks.post("delete", { id, revision });
  });
});

describe("a name", () => {
  const message = { headers: {}, body: "{}" };

  test("that looked public when it was saved and is not when it is connected to is refused", async () => {
    const rebound = createWebhookSender({
      version: "0",
      // eslint-disable-next-line @typescript-eslint/no-explicit-any
      resolve: ((_host: string, _options: object, done: any) =>
        done(null, [{ address: "169.254.169.254", family: 4 }])) as never,
    });
    const reply = await rebound.send("https://rebound.example.com/", message);
    expect(reply).toMatchObject({ status: null, problem: "private" });
  });

  test("with private addresses alone is looked up, and not connected to", async () => {
    const asked: string[] = [];
    const mixed = createWebhookSender({
      version: "0",
      // eslint-disable-next-line @typescript-eslint/no-explicit-any
      resolve: ((host: string, _options: object, done: any) => {
        asked.push(host);
        done(null, [
          { address: "127.0.0.1", family: 4 },
          { address: "10.0.0.1", family: 4 },
        ]);
      }) as never,
    });
    expect(await mixed.send("https://mixed.example.com/", message)).toMatchObject({ problem: "private" });
    expect(asked).toEqual(["mixed.example.com"]);
  });

  test("is not even looked up where it can't be public", async () => {
    const never = createWebhookSender({
      version: "0",
      resolve: (() => expect.unreachable()) as never,
    });
    for (const address of ["https://localhost/", "https://[::1]/", "http://example.com/", "nonsense"])
      expect(await never.send(address, message)).toMatchObject({ problem: "private" });
  });
});

describe("the log", () => {
  test("is filtered by endpoint, state and type, and goes on by a cursor", async () => {
    const one = await hooks.add(url);
    const other = await hooks.add(url);
    for (let n = 0; n < 3; n++) await hooks.test(one.id);
    await hooks.test(other.id);
    expect(await hooks.log(`?endpoint=${one.id}`)).toHaveLength(3);
    expect(await hooks.log("?state=delivered")).toEqual([]);
    expect(await hooks.log("?type=order.paid")).toEqual([]);
    expect(await hooks.log("?type=webhook.test&state=waiting")).toHaveLength(4);
    const seen: string[] = [];
    let cursor = "";
    do {
      const { d } = await backend.get("z/webhook/deliveries", `?limit=3${cursor}`, { token });
      seen.push(...d.items.map(({ id }: { id: string }) => id));
      cursor = d.next ? `&cursor=${d.next}` : "";
    } while (cursor);
    expect(new Set(seen).size).toBe(4);
    const { d } = await backend.get("z/webhook/delivery", `?id=${seen[0]}`, { token });
    expect(JSON.parse(d.body)).toMatchObject({ type: "webhook.test", timestamp: d.at });
    const counts = { waiting: 3, delivered: 0, failed: 0 };
    expect((await hooks.endpoint(one.id)).counts).toEqual(counts);
  });

  test("has one test for a form that is sent twice", async () => {
    const { id } = await hooks.add(url);
    const key = crypto.randomUUID();
    const [first, second] = [await hooks.post("test", { id, key }), await hooks.post("test", { id, key })];
    expect(second.d).toEqual(first.d);
    const { id: other } = await hooks.add(url);
    expect((await hooks.post("test", { id: other, key })).status).toBe(409);
  });

  test("goes after 30 days", async () => {
    const { id } = await hooks.add(url);
    await hooks.test(id);
    const delivery = await hooks.test(id);
    const days = (n: number) => `now() - interval '${n} days'`;
    await backend.db.execute(`update webhook_message set at = ${days(31)} where id in
      (select message_id from webhook_delivery where endpoint_id = '${id}' and id <> '${delivery}')`);
    await backend.db.execute(`update webhook_message set at = ${days(29)} where id in
      (select message_id from webhook_delivery where id = '${delivery}')`);
    expect((await backend.retain()).webhooks).toBe(1);
    expect((await hooks.log(`?endpoint=${id}`)).map((one) => one.id)).toEqual([delivery]);
  });
});
