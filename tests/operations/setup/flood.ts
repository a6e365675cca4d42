import { spawn } from "node:child_process";
import { Agent, get } from "node:http";
import { fileURLToPath } from "node:url";

/** Either `users` who each wait for one page before the next, or `perS` pages a second, whatever comes back. */
export type FloodOrder = {
  url: string;
  paths: string[];
  cookies: string[];
  seconds: number;
  users?: number;
  perS?: number;
  /** Milliseconds after which a user goes away. */
  patienceMs: number;
};

export type FloodReport = {
  /** Pages that arrived whole, by the second in which they did. */
  goodBySecond: number[];
  /** Answers by status; `gone`: the user went away, `cut`: the connection failed. */
  statuses: Record<string, number>;
  withoutRetryAfter: number;
  /** Milliseconds that pages and refusals took at the median, and the slowest of 100. */
  good: { p50: number; p99: number };
  shed: { p50: number; p99: number };
};

/** Floods a server from a process of its own. */
export async function flood(order: FloodOrder): Promise<FloodReport> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(order)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  for await (const chunk of child.stdout) text += String(chunk);
  return JSON.parse(text) as FloodReport;
}

async function run({
  url,
  paths,
  cookies,
  seconds,
  users,
  perS,
  patienceMs,
}: FloodOrder): Promise<FloodReport> {
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  const endsAt = began + seconds * 1000;
  const goodBySecond: number[] = [];
  const statuses: Record<string, number> = {};
  const [good, shed]: [number[], number[]] = [[], []];
  let withoutRetryAfter = 0;
  let sent = 0;

  const visit = () =>
    new Promise<void>((resolve) => {
      const n = sent++;
      const at = performance.now();
      const done = (status: string) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
        resolve();
      };
      const headers = {
        Cookie: cookies[n % cookies.length],
        Accept: "text/html",
        "X-Forwarded-For": addressOf(n),
      };
      const request = get(url + paths[n % paths.length], { agent, headers }, (answer) => {
        answer.resume().on("close", () => {
          if (!answer.complete) return done(gone ? "gone" : "cut");
          const ms = performance.now() - at;
          if (answer.statusCode === 200) {
            good.push(ms);
            const second = Math.floor((performance.now() - began) / 1000);
            goodBySecond[second] = (goodBySecond[second] ?? 0) + 1;
          }
          if (answer.statusCode === 503) {
            shed.push(ms);
            if (!answer.headers["retry-after"]) withoutRetryAfter++;
          }
          done(String(answer.statusCode));
        });
      });
      let gone = false;
      const leave = setTimeout(() => {
        gone = true;
        request.destroy();
      }, patienceMs);
      request.on("error", () => done(gone ? "gone" : "cut")).on("close", () => clearTimeout(leave));
    });

  if (users) {
    const one = async () => {
      while (performance.now() < endsAt) await visit();
    };
    await Promise.all(Array.from({ length: users }, one));
  } else if (perS) {
    const visits: Promise<void>[] = [];
    while (performance.now() < endsAt) {
      const due = ((performance.now() - began) / 1000) * perS;
      while (sent < due) visits.push(visit());
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await Promise.all(visits);
  }
  agent.destroy();
  return {
    goodBySecond: Array.from(goodBySecond, (count) => count ?? 0),
    statuses,
    withoutRetryAfter,
    good: percentiles(good),
    shed: percentiles(shed),
  };
}

/** Each visitor has an address of its own, as behind a proxy. */
function addressOf(n: number): string {
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
}

function percentiles(values: number[]): { p50: number; p99: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return { p50: at(0.5), p99: at(0.99) };
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2])
  process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2]) as FloodOrder)));
