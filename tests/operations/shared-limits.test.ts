import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../../api/db/rows-of.ts";
import { programs } from "./setup/programs.ts";
import { post, startTwoServers, type TwoServers } from "./setup/two-servers.ts";
import { startValkey, type ValkeyProcess } from "./setup/valkey-process.ts";

/** Wrong passwords an account may be tried with at once (api/http/limit/limit-calls.ts). */
const mostGuesses = 10;

let two: TwoServers;
let guesser = 0;
/** Guesses a password, alternately at both servers and from a network of its own each time. */
const guess = (email: string, n: number) => {
  guesser += 1;
  const address = `${11 + (guesser >> 8)}.${guesser & 255}.7.1`;
  return post(two.servers[n % 2]!, "identity/sign-in", { body: { email, password: "wrong" }, address });
};
/** @returns how many guesses of `count` were looked at, when both servers are asked at once */
const countGuesses = async (email: string, count: number) => {
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => guess(email, n)));
  for (const { status, retryAfter } of answers)
    if (status === 429) expect(Number(retryAfter)).toBeGreaterThan(0);
  return answers.filter(({ status }) => status !== 429).length;
};
const linesOf = (text: string) =>
  two.servers.map(
    ({ output }) =>
      output()
        .split("\n")
        .filter((line) => line.includes(text)).length,
  );

const holds = () => {
  test("of guesses at two servers one server's number is looked at", async () => {
    let looked = 0;
    for (let n = 0; n < mostGuesses + 4; n++)
      if ((await guess("in-turn@a.test", n)).status !== 429) looked += 1;
    expect(looked).toBe(mostGuesses);
  });

  test("of guesses at the same moment as well", async () => {
    expect(await countGuesses("at-once@a.test", 24)).toBe(mostGuesses);
  });

  test("a refused call says when to come again, and takes nothing from other limits", async () => {
    const { status, retryAfter } = await guess("in-turn@a.test", 1);
    expect(status).toBe(429);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(Number(retryAfter)).toBeLessThanOrEqual(30);
    expect((await guess("somebody-else@a.test", 1)).status).not.toBe(429);
  });

  test("a right password takes nothing", async () => {
    const body = { email: "right@a.test", password: "correct horse" };
    const account = { ...body, name: "Ada" };
    expect((await post(two.servers[0], "identity/sign-up", { body: account })).status).toBe(200);
    for (let n = 0; n < mostGuesses + 4; n++) {
      const address = `203.0.${n}.1`;
      expect((await post(two.servers[n % 2]!, "identity/sign-in", { body, address })).status).toBe(200);
    }
    await pause(200);
    expect(await countGuesses("right@a.test", mostGuesses + 4)).toBe(mostGuesses);
  });
};

describe.skipIf(!programs.postgres)("limits of two servers, counted in PostgreSQL", () => {
  beforeAll(async () => {
    two = await startTwoServers();
  });
  afterAll(() => two.stop());
  holds();

  test("the table holds numbers and times alone", async () => {
    const rows = rowsOf<Record<string, unknown>>(
      await two.database.db.execute(sql`select * from rate_limit limit 1`),
    );
    expect(Object.keys(rows[0]!).sort()).toEqual(["full_at", "slot"]);
  });

  test("a call of a check costs less than 5 ms on average", async () => {
    const args = sql`'{1,2,3}'::integer[], '{1000000,1000000,1000000}'::float8[], '{1,1,1}'::float8[]`;
    const begun = performance.now();
    for (let n = 0; n < 200; n++) await two.database.db.execute(sql`select take_tokens(${args})`);
    expect((performance.now() - begun) / 200).toBeLessThan(5);
  });
});

describe.skipIf(!programs.postgres || !programs.valkey)("limits of two servers, counted in Valkey", () => {
  let valkey: ValkeyProcess;
  const away = "Valkey is away";
  const back = "Valkey is back";
  beforeAll(async () => {
    valkey = await startValkey();
    two = await startTwoServers({ VALKEY_URL: valkey.url });
  });
  afterAll(async () => {
    valkey.signal("SIGCONT");
    await valkey.kill();
    await two.stop();
  });
  holds();

  test("nothing is counted in the database", async () => {
    const rows = rowsOf(await two.database.db.execute(sql`select 1 from rate_limit limit 1`));
    expect(rows).toHaveLength(0);
  });

  test.each<[string, () => Promise<void> | void, () => Promise<void> | void]>([
    ["killed", () => valkey.kill(), () => valkey.start()],
    ["frozen", () => valkey.signal("SIGSTOP"), () => valkey.signal("SIGCONT")],
  ])(
    "while it is %s each server counts alone, and then both together again",
    async (how, leave, comeBack) => {
      const before = [...linesOf(away), ...linesOf(back)];
      await guess(`quiet-${how}@a.test`, 0);
      await leave();
      // The first wait for it is short, and nothing fails.
      for (const n of [0, 1]) expect((await guess(`first-${how}@a.test`, n)).status).toBe(422);
      expect(await countGuesses(`away-${how}@a.test`, 3 * mostGuesses)).toBe(2 * mostGuesses);
      expect(linesOf(away)).toEqual(before.slice(0, 2).map((lines) => lines + 1));
      await comeBack();
      await pause(2_500);
      for (const n of [0, 1]) await guess(`again-${how}@a.test`, n);
      await pause(1_200);
      expect(await countGuesses(`back-${how}@a.test`, 3 * mostGuesses)).toBe(mostGuesses);
      expect(linesOf(back)).toEqual(before.slice(2).map((lines) => lines + 1));
      expect(linesOf(away)).toEqual(before.slice(0, 2).map((lines) => lines + 1));
    },
  );

  test("what a server counted before it went is not forgotten", async () => {
    expect(await countGuesses("remembered@a.test", 2 * mostGuesses)).toBe(mostGuesses);
    await valkey.kill();
    // Each server had half of the guesses, and allows the other half.
    expect(await countGuesses("remembered@a.test", 2 * mostGuesses)).toBeLessThanOrEqual(mostGuesses);
    await valkey.start();
  });
});
