import { setTimeout as sleep } from "node:timers/promises";
import { runLoad } from "./load.ts";
import { memoryOf } from "./memory.ts";
import { emptyResult, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";
import { startSignedIn } from "./signed-in.ts";

const target = { atMost: 400 };
/** Growth in the last half of the requests that counts as flat. */
const flat = { atMost: 1.1 };
const slicesS = 10;
/** As long as the other parts let a server rest before they read its memory. */
const restMs = 30_000;

/** Resident memory of the server after many requests of all kinds, half of them by a signed-in user. */
export const resident: Part = { title: "Memory after 30,000 mixed requests", run };

async function run({ quick, say }: PartOptions): Promise<PartResult> {
  const wanted = quick ? 3_000 : 30_000;
  const { app, paths, headers } = await startSignedIn(say);
  try {
    const measured: number[] = [];
    let [sent, errors] = [0, 0];
    const mixed = [...Object.values(paths), "/page/search?q=the", "/api/config", "/api/home/rows"];
    const resident = async () => rounded((await memoryOf(app.pid)).residentMB);
    const atStart = await resident();
    for (let round = 0; sent < wanted; round++) {
      const load = { url: app.url, paths: mixed, connections: 8, seconds: slicesS };
      const answer = await runLoad(round % 2 === 0 ? { ...load, headers } : load);
      sent += Math.round(answer.requestsPerSecond * slicesS);
      // A visitor's pages of the admin area are redirects; neither is an error.
      errors += answer.errors;
      measured.push(await resident());
      say(`${sent} of ${wanted} requests, ${measured.at(-1)} MB`);
    }
    await sleep(restMs);
    const result = emptyResult();
    result.rows.push(
      { name: "when it is ready", value: atStart, unit: "MB" },
      { name: "after the first half", value: measured[measured.length >> 1]!, unit: "MB" },
      { name: "at the end", value: measured.at(-1)!, unit: "MB", target },
      { name: "half a minute later", value: await resident(), unit: "MB" },
    );
    result.ratios.push({
      name: "at the end ÷ after the first half",
      value: rounded(measured.at(-1)! / measured[measured.length >> 1]!, 2),
      unit: "×",
      target: flat,
    });
    result.checks["no errors"] = errors === 0;
    return result;
  } finally {
    await app.stop();
  }
}
