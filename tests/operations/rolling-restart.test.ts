import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../api/db/client.ts";
import { writeAsset } from "../setup/asset-files.ts";
import { addMovie } from "../setup/catalogue.ts";
import { startPair, type BalancedPair } from "./setup/balanced-pair.ts";
import { programs } from "./setup/programs.ts";
import { startVisitors, sumOf } from "./setup/visitors.ts";

/** From SIGTERM to the end of the process. */
const limitMs = 15_000;

describe.skipIf(!programs.postgres || !programs.nginx)("two servers behind nginx", () => {
  let pair: BalancedPair;
  beforeAll(async () => {
    pair = await startPair(
      async ({ databaseUrl, dataDir }) => {
        const database = await openDatabase({ url: databaseUrl });
        await addMovie(database.db, { id: "a-film" });
        await database.close();
        await writeAsset(dataDir, "a-film-1");
      },
      { env: { DRAIN_S: "1" } },
    );
  });
  afterAll(() => pair?.stop());

  test("restarted one after the other, again and again, they fail no request", async () => {
    const visitors = await startVisitors(pair.url, 16);
    let restarts = 0;
    do {
      for (const which of [0, 1] as const) {
        const { endedMs, code } = await pair.restart(which);
        expect(code).toBe(0);
        expect(endedMs).toBeLessThan(limitMs);
        restarts += 1;
      }
    } while (restarts < 6 || sumOf(visitors.tally) < 5_000);
    const { failures, asked } = await visitors.end();
    expect(failures, pair.log()).toEqual([]);
    for (const count of Object.values(asked)) expect(count).toBeGreaterThan(500);
  });
});
