import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, type Database } from "../../api/db/client.ts";
import { rowsOf } from "../../api/db/rows-of.ts";
import { serviceFacts, users } from "../../api/db/schema.ts";
import { openSession } from "../../api/domain/accounts/identity/session.ts";
import { setupHours } from "../../api/domain/accounts/users/first-owner.ts";
import type { Envelope } from "../../contract/index.ts";
import { startTestPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { writeAsset } from "../setup/asset-files.ts";
import { addMovie } from "../setup/catalogue.ts";
import { startServer, type ServerProcess } from "../setup/server-process.ts";
import { programs } from "./setup/programs.ts";

const tenMinutes = 10 * 60_000;

describe.skipIf(!programs.postgres)(
  "two servers whose clocks are ten minutes ahead and ten minutes behind",
  () => {
    let server: TestPostgres;
    let database: Database;
    let folder: string;
    let ahead: ServerProcess;
    let behind: ServerProcess;

    beforeAll(async () => {
      server = await startTestPostgres(programs.postgres!);
      database = await openDatabase({ url: server.url });
      await addMovie(database.db, { id: "a-film" });
      await addMovie(database.db, { id: "a-vip-film", access: "vip" });
      folder = await mkdtemp(join(tmpdir(), "matinee-skew-"));
      await writeAsset(folder, "a-vip-film-1");
      const start = (shiftMs: number) =>
        startServer({
          DATABASE_URL: server.url,
          DATA_DIR: folder,
          SESSION_SECRET: "one-secret-for-both-servers-of-this-test",
          WORKER: "off",
          NODE_OPTIONS: `--import ${join(import.meta.dirname, "setup/shift-clock.mjs")}`,
          SHIFT_CLOCK_MS: String(shiftMs),
        });
      [ahead, behind] = await Promise.all([start(tenMinutes), start(-tenMinutes)]);
    });
    afterAll(async () => {
      await Promise.all([ahead?.end(), behind?.end()]);
      await database?.close();
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    test("the set-up link of two that start together is good at both, for a day of the database's", async () => {
      const link = await readFile(join(folder, "setup-link"), "utf8");
      const code = new URL(link.trim()).searchParams.get("setup")!;
      for (const { url } of [ahead, behind]) {
        const answer = await fetch(`${url}/api/z/setup/state?code=${code}`);
        expect((await answer.json()) as object).toMatchObject({ d: { needed: true, valid: true } });
      }
      const [fact] = await database.db.select().from(serviceFacts).where(eq(serviceFacts.key, "setup"));
      const codes = fact!.value as { expiresAt: string }[];
      expect(codes).toHaveLength(2);
      for (const { expiresAt } of codes)
        expect(Math.abs(Date.parse(expiresAt) - Date.now() - setupHours * 3_600_000)).toBeLessThan(120_000);
    });

    test("a VIP's URL works at both until the membership ends, and at neither from then on", async () => {
      // The database's clock is this machine's.
      const now = new Date();
      const vipUntil = new Date(now.getTime() + 10_000);
      await database.db.insert(users).values({ uid: "vip", anonymous: false, vipUntil });
      const token = await openSession(database.db, { uid: "vip", userAgent: "test", now });
      const headers = { Authorization: `Bearer ${token}` };
      const urlOf = async (at: ServerProcess): Promise<string> => {
        const answer = await fetch(`${at.url}/api/playback/start?id=a-vip-film&index=1`, { headers });
        return ((await answer.json()) as { d: { hls: string } }).d.hls;
      };
      const paths = await Promise.all([urlOf(ahead), urlOf(behind)]);
      expect(paths[0]).toBe(paths[1]);
      const statuses = () =>
        Promise.all(
          [ahead, behind].map(async ({ url }) => (await fetch(url + paths[0], { headers })).status),
        );
      expect(await statuses()).toEqual([200, 200]);
      await expect.poll(statuses, { timeout: 20_000, interval: 250 }).toEqual([403, 403]);
      expect(Date.now()).toBeGreaterThanOrEqual(vipUntil.getTime() - 1_500);
    });

    // A test reads whatever a call answers.
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    async function call(at: ServerProcess, name: string, body?: object, token?: string): Promise<any> {
      const query = body === undefined ? "?id=a-film" : "";
      const answer = await fetch(`${at.url}/api/${name}${query}`, {
        method: body ? "POST" : "GET",
        headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const { c, d } = (await answer.json()) as Envelope<unknown>;
      expect([name, c]).toEqual([name, 0]);
      return d;
    }
    /** A proof of identity lasts for minutes. */
    async function signIn(proves: ServerProcess, opens: ServerProcess): Promise<string> {
      const { uid, proof } = await call(proves, "identity/anonymous", {});
      return (await call(opens, "login/uid", { uid, proof })).token;
    }
    const save = (at: ServerProcess, token: string, positionS: number) =>
      call(at, "progress/save", { id: "a-film", index: 1, positionS, durationS: 600, settled: true }, token);
    const placeAt = async (at: ServerProcess, token: string) =>
      (await call(at, "progress/of", undefined, token)).items[0].positionS;

    test("a proof of one opens a session at the other, and the session is good at both", async () => {
      for (const [proves, opens] of [
        [ahead, behind],
        [behind, ahead],
      ] as const) {
        const token = await signIn(proves, opens);
        for (const at of [ahead, behind]) await call(at, "login/token", { token });
      }
    });

    test("the later of two places wins, whichever of them took it", async () => {
      const token = await signIn(ahead, ahead);
      await save(ahead, token, 30);
      await save(behind, token, 60);
      expect(await placeAt(ahead, token)).toBe(60);
      await save(ahead, token, 45);
      expect(await placeAt(behind, token)).toBe(45);
    });

    test("what they write down is the database's time", async () => {
      await signIn(ahead, behind);
      const [row] = rowsOf<{ s: number }>(
        await database.db.execute(sql`
        select max(abs(extract(epoch from now() - created_at)))::float8 as s from user_session
        where created_at > now() - interval '30 minutes'`),
      );
      expect(row!.s).toBeLessThan(120);
    });
  },
);
