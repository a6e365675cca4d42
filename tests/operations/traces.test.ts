import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, type Database } from "../../api/db/client.ts";
import { nameOf } from "../../api/db/trace-client.ts";
import { startTestPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { addMovie } from "../setup/catalogue.ts";
import { startServer, type ServerProcess } from "../setup/server-process.ts";
import { programs } from "./setup/programs.ts";

type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: object }[];
};
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

test("one module alone loads the packages of OpenTelemetry, and only when it is asked to", () => {
  const users = globSync("{api,app,contract,demo,scripts,server}/**/*.{ts,tsx}").filter((path) =>
    /(from|import)\(? ?"@opentelemetry\//.test(readFileSync(path, "utf8")),
  );
  expect(users).toEqual(["server/tracing.ts"]);
  expect(readFileSync("server/tracing.ts", "utf8")).not.toMatch(
    /^import .*@opentelemetry|from "@opentelemetry/m,
  );
});

test.each([
  ['select "id" from "movie" where "id" = $1', "select movie"],
  ["\n  with p as (select 1) insert into progress (uid) select 'ada@example.org'", "insert progress"],
  [
    "select (select name from profile where id = p), ':)' from user_session where id = $1",
    "select user_session",
  ],
  ["select m.id from (select id from movie) m join episode e on true", "select movie"],
  ['insert into "movie" ("id") values ($1)', "insert movie"],
  ['update "user_account" set "name" = $1', "update user_account"],
  ["delete from pgboss.job where id = 'x'", "delete pgboss.job"],
  ["select 'a secret'", "select"],
  ["begin", "statement"],
])("%s is named %s", (text, name) => expect(nameOf(text)).toBe(name));

describe.skipIf(!programs.postgres)("a server that sends traces", () => {
  let postgres: TestPostgres;
  let database: Database;
  let folder: string;
  let receiver: Server;
  let server: ServerProcess;
  const bodies: string[] = [];

  beforeAll(async () => {
    receiver = createServer(async (request, answer) => {
      let body = "";
      for await (const piece of request) body += String(piece);
      if (request.url === "/v1/traces") bodies.push(body);
      answer.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    postgres = await startTestPostgres(programs.postgres!);
    database = await openDatabase({ url: postgres.url });
    await addMovie(database.db, { id: "a-film" });
    folder = await mkdtemp(join(tmpdir(), "matinee-traces-"));
    server = await startServer({
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      WORKER: "off",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
      OTEL_BSP_SCHEDULE_DELAY: "300",
      OTEL_SERVICE_NAME: "cinema",
    });
  });
  afterAll(async () => {
    await server?.end();
    await database?.close();
    await postgres?.stop();
    receiver?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const spans = () =>
    bodies
      .flatMap((body) => (JSON.parse(body) as Export).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((scope) => scope.spans);
  const find = (name: string) => spans().find((span) => span.name === name);
  async function call(name: string, body: object, token?: string) {
    const headers = {
      "Content-Type": "application/json",
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${server.url}/api/${name}?hidden=in-the-query`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { d: Record<string, string> }).d;
  }

  test("a request, its call and its statements are one trace; jobs have their own", async () => {
    const { uid, proof } = await call("identity/anonymous", {});
    const { token } = await call("login/uid", { uid, proof });
    await call(
      "progress/save",
      { id: "a-film", index: 1, positionS: 42, durationS: 100, settled: true },
      token,
    );
    await fetch(`${server.url}/media/1.a-grant-of-this-test.sig/a-film-1/master.m3u8?_token=${token}`);
    await expect.poll(() => find("progress/save"), { timeout: 20_000 }).toBeDefined();
    await expect.poll(() => find("GET media"), { timeout: 20_000 }).toBeDefined();
    const saved = find("progress/save")!;
    const request = spans().find(({ spanId }) => spanId === saved.parentSpanId)!;
    expect(request.name).toBe("POST api");
    const within = spans().filter(({ traceId }) => traceId === saved.traceId);
    expect(within.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["select user_session", "select episode", "insert progress"]),
    );
    await expect
      .poll(() => spans().some(({ name }) => name.startsWith("job task.")), { timeout: 60_000 })
      .toBe(true);

    const all = bodies.join("\n");
    expect(all).toContain('"cinema"');
    for (const secret of [token!, proof!, uid!, "in-the-query", "a-grant-of-this-test", "_token"])
      expect(all).not.toContain(secret);
    const keys = new Set(spans().flatMap(({ attributes }) => attributes.map(({ key }) => key)));
    expect([...keys].sort()).toEqual([
      "db.system.name",
      "http.request.method",
      "http.response.status_code",
      "url.path",
    ]);
  }, 120_000);

  test("while the receiver is away the server serves", async () => {
    receiver.close();
    receiver.closeAllConnections();
    for (let n = 0; n < 20; n++) expect((await fetch(`${server.url}/api/config`)).status).toBe(200);
    expect(await server.end()).toBe(0);
  });
});
