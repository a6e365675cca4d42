import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve, type ServerType } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { webhookEvents } from "../../../contract/service/webhook-events.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { answer, startWebhookReceiver } from "../../setup/webhook-receiver.ts";
import { webhooksOf } from "../../setup/webhooks.ts";

/** The shell examples of docs/api.md, as they are there. */
let examples: string[];
let text: string;
let backend: TestBackend;
let server: ServerType;
let folder: string;
let token: string;
beforeAll(async () => {
  text = await readFile("docs/api.md", "utf8");
  examples = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!);
  backend = await startTestBackend({ work: { webhooksPrivate: true } });
  token = (await backend.person({ admin: 3 })).token;
  folder = await mkdtemp(join(tmpdir(), "matinee-api-"));
  await new Promise<void>((listening) => {
    server = serve({ fetch: passOn, hostname: "127.0.0.1", port: 0, overrideGlobalObjects: false }, () =>
      listening(),
    );
  });
});
afterAll(async () => {
  server.close();
  await backend.close();
  await rm(folder, { recursive: true, force: true });
  expect(backend.bugs).toEqual([]);
});

const passOn = async (request: Request) => {
  const { pathname, search } = new URL(request.url);
  const body = request.method === "POST" ? await request.text() : null;
  return backend.fetch(pathname + search, { method: request.method, headers: request.headers, body });
};

async function keyFor(...permissions: string[]): Promise<string> {
  const given = { key: crypto.randomUUID(), name: "Example", permissions, expiresAt: null };
  return (await backend.post("z/key/create", given, { token })).d.token as string;
}

/** Runs an example. @returns what it printed */
function run(example: string, env: Record<string, string>): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) =>
    execFile(
      "sh",
      ["-eu", "-c", example],
      { cwd: folder, env: { ...process.env, MATINEE: `http://127.0.0.1:${port}`, ...env } },
      (error, out, said) => (error ? reject(new Error(`${out}${said}`, { cause: error })) : resolve(out)),
    ),
  );
}

test("movies are listed", async () => {
  for (const n of [1, 2, 3]) await addMovie(backend.db, { id: `listed-${n}` });
  const out = await run(examples[0]!, { MATINEE_KEY: await keyFor("catalogue.read") });
  const { c, d } = JSON.parse(out) as { c: number; d: { items: object[]; next: string } };
  expect([c, d.items.length, typeof d.next]).toEqual([0, 2, "string"]);
  await expect(run(examples[0]!, { MATINEE_KEY: await keyFor("users.read") })).rejects.toThrow('"c":403');
});

test("a movie is created and published, once however often that is sent", async () => {
  const MATINEE_KEY = await keyFor("catalogue.write");
  const [create, publish] = examples[1]!.split("\n\n") as [string, string];
  for (let turn = 0; turn < 2; turn++)
    expect(JSON.parse(await run(create, { MATINEE_KEY }))).toMatchObject({
      c: 0,
      d: { id: "the-long-pier" },
    });
  expect(JSON.parse(await run(publish, { MATINEE_KEY }))).toMatchObject({ c: 0, d: { revision: 1 } });
  await expect(run(publish, { MATINEE_KEY })).rejects.toThrow('"c":4094');
  const { d } = await backend.get("movie/detail", "?id=the-long-pier");
  expect(d).toMatchObject({ title: "The Long Pier", premiereOn: "2099-06-01" });
});

test("a webhook is sent and verified, and one that was changed is not", async () => {
  const receiver = await startWebhookReceiver(answer(204));
  try {
    const { id, secret } = await webhooksOf(backend, token).add(receiver.url);
    await backend.worker.start();
    const sent = await run(examples[2]!, { MATINEE_KEY: await keyFor("webhooks.write"), ENDPOINT: id });
    expect(JSON.parse(sent)).toMatchObject({ c: 0 });
    const [message] = await receiver.has(1);
    const { headers, body } = message!;
    const env = {
      WEBHOOK_SECRET: secret,
      WEBHOOK_ID: headers["webhook-id"]!,
      WEBHOOK_TIMESTAMP: headers["webhook-timestamp"]!,
      WEBHOOK_SIGNATURE: headers["webhook-signature"]!,
    };
    await writeFile(join(folder, "body.json"), body);
    expect(await run(examples[3]!, env)).toBe("verified\n");
    const two = `v1,c29tZXRoaW5nIGVsc2U= ${env.WEBHOOK_SIGNATURE}`;
    expect(await run(examples[3]!, { ...env, WEBHOOK_SIGNATURE: two })).toBe("verified\n");
    await writeFile(join(folder, "body.json"), body.replace("webhook.test", "webhook.best"));
    await expect(run(examples[3]!, env)).rejects.toThrow("forged");
  } finally {
    await receiver.close();
  }
});

test("each event is in the document", () => {
  const told = [...text.matchAll(/^\| `([a-z.]+)`/gm)].map(([, type]) => type);
  expect(told).toEqual([...webhookEvents, "webhook.test"]);
});
