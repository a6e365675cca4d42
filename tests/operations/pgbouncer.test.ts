import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { movieTexts, plans, uploads } from "../../api/db/schema.ts";
import { runServer } from "../setup/server-process.ts";
import { startMovieService, type MovieService } from "./setup/movie-service.ts";
import { startPooler } from "./setup/pooler.ts";
import { ask } from "./setup/postgres-machine.ts";
import { programs } from "./setup/programs.ts";

const video = `${"a".repeat(64)}.mp4`;
const isThere = programs.postgres !== null && programs.pgbouncer !== null;

let postgres: TestPostgres;
let pooler: Awaited<ReturnType<typeof startPooler>>;
let service: MovieService;
/** The address as a role that is no superuser. */
let direct: string;

beforeAll(async () => {
  if (!isThere) return;
  postgres = await startTestPostgres(programs.postgres!);
  await ask(postgres.url, "create role ordinary login");
  await ask(postgres.url, "grant all on database postgres to ordinary");
  await ask(postgres.url, "alter schema public owner to ordinary");
  direct = asOrdinary(postgres.url);
  pooler = await startPooler(postgres.url, { serverConnections: 3 });
  service = await startMovieService(direct, {
    people: 50,
    env: { DATABASE_URL: asOrdinary(pooler.url), DATABASE_DIRECT_URL: direct },
    prepare: async ({ db, dataDir }) => {
      await db.update(movieTexts).set({ title: "The Lighthouse Keeper" });
      await db.insert(uploads).values({ key: video, bytes: 4, uid: "u0", purpose: "any" });
      await mkdir(join(dataDir, "uploads"), { recursive: true });
      await writeFile(join(dataDir, "uploads", video), "film");
      await db.insert(plans).values({
        ...{ id: "month", createKey: randomUUID(), trialDays: 0, renews: false, onSale: true, position: 1 },
        ...{ texts: { en: { name: "One month", benefits: [] } }, prices: { USD: 499 } },
        ...{ duration: { unit: "day" as const, count: 30 }, updatedAt: new Date() },
      });
    },
  });
});
afterAll(async () => {
  if (!isThere) return;
  await service.stop();
  await pooler.stop();
  await postgres.stop();
});

function asOrdinary(address: string): string {
  const url = new URL(address);
  url.username = "ordinary";
  return url.href;
}

const dataOf = ({ status, body }: { status: number; body: string }) => {
  expect(status, body).toBe(200);
  return JSON.parse(body).d;
};

describe.skipIf(!isThere)("through pgbouncer in transaction mode", () => {
  test("an account is made and signed in", async () => {
    const account = { email: "ada@example.test", password: "correct horse" };
    dataOf(await service.post("identity/sign-up", { ...account, name: "Ada" }, ""));
    const { uid, proof } = dataOf(await service.post("identity/sign-in", account, ""));
    const { token } = dataOf(await service.post("login/uid", { uid, proof }, ""));
    expect(dataOf(await service.get("/api/device/list", token)).items.length).toBeGreaterThan(0);
  });

  test("pages are shown, more at once than pgbouncer has connections", async () => {
    const pages = await Promise.all(
      Array.from({ length: 12 }, (_, n) => service.get(n % 2 ? "/" : "/my-list", service.tokens[1])),
    );
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("every transaction that was answered is there, however sessions change between them", async () => {
    const plans = Array.from({ length: 40 }, () => ({ key: randomUUID(), plan: "month" }));
    const orders = await Promise.all(
      plans.map((plan, n) =>
        service.post("order/create", { ...plan, currency: "USD", amount: 499 }, service.tokens[n + 10]!),
      ),
    );
    const made = orders.filter(({ status }) => status === 200);
    expect(made.length).toBeGreaterThan(20);
    expect(await ask(postgres.url, "select count(*)::int from payment_order")).toBe(made.length);
  });

  test("the search forgives letters that have changed places", async () => {
    const found = dataOf(await service.get("/api/movie/search?q=lihgthouse"));
    expect(found.items.length).toBeGreaterThan(0);
    expect(found.corrected).toBe("lighthouse");
  });

  test("a code is bought with", async () => {
    const batch = {
      ...{ key: randomUUID(), name: "Fair", duration: { unit: "day", count: 30 } },
      ...{ codes: 1, uses: 1, expiresAt: null },
    };
    const { file } = dataOf(await service.post("z/code/create", batch, service.tokens[0]!));
    const code = file.csv.split("\r\n")[1].split(",")[0];
    const { vip_until } = dataOf(await service.post("voucher/redeem", { code }, service.tokens[1]!));
    expect(Date.parse(vip_until)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  });

  test("a video waits to be encoded", async () => {
    const start = { key: randomUUID(), movie: "film-1", index: 1, source: video };
    expect(dataOf(await service.post("z/encoding/start", start, service.tokens[0]!)).state).toBe("waiting");
    const jobs = "select count(*)::int from pgboss.job where name = 'encode' and state = 'created'";
    expect(await ask(postgres.url, jobs)).toBe(1);
  });

  test("its sessions cancel a statement that takes too long, and compare words as the search needs", async () => {
    const url = asOrdinary(pooler.url);
    expect(await ask(url, "show statement_timeout")).toBe("8s");
    expect(await ask(url, "show pg_trgm.similarity_threshold")).toBe("0.2");
    expect(await ask(url, "show jit")).toBe("off");
  });

  test("without the server's own address the start says what is missing", async () => {
    const { code, output } = await runServer({
      ...{ DATABASE_URL: asOrdinary(pooler.url), DATA_DIR: service.dataDir },
    });
    expect(code).toBe(1);
    expect(output).toContain("A pooler such as pgbouncer needs DATABASE_DIRECT_URL beside it");
  });

  test("sessions without the role's settings end the start with what to do", async () => {
    await ask(postgres.url, "create database other owner ordinary template template0");
    const other = new URL(direct);
    other.pathname = "/other";
    await ask(postgres.url, "alter role ordinary in database postgres reset all");
    // Another pooler, whose sessions begin now.
    const fresh = await startPooler(postgres.url, { serverConnections: 3 });
    const { code, output } = await runServer({
      ...{ DATABASE_URL: asOrdinary(fresh.url), DATABASE_DIRECT_URL: other.href, DATA_DIR: service.dataDir },
    });
    await fresh.stop();
    expect(code).toBe(1);
    expect(output).toMatch(/do not have .*run RECONNECT in the pooler's console/);
  });
});
