import { runLoad, type LoadOptions, type LoadResult } from "./load.ts";
import { median, rounded, type BenchRow } from "./result.ts";

/** One server's answer to one kind of request, loaded in turns with others. */
export type Contender = Pick<LoadOptions, "url" | "paths" | "headers"> & { name: string };

export type ContestOptions = { rounds: number; seconds: number; connections: number; warmUpS: number };

export type Standing = {
  rows: BenchRow[];
  /** Requests per second, the median of the rounds. */
  rate: (name: string) => number;
  /** Failed answers and broken connections, of all. */
  errors: number;
};

/**
 * Loads each contender in turn, round by round, so that a noisy minute affects all of them. Each is warmed up first: V8
 * compiles hot code, which takes some seconds for a React page.
 */
export async function contest(
  contenders: readonly Contender[],
  { rounds, seconds, connections, warmUpS }: ContestOptions,
): Promise<Standing> {
  const results = new Map<string, LoadResult[]>(contenders.map(({ name }) => [name, []]));
  for (const contender of contenders) await runLoad({ ...contender, connections, seconds: warmUpS });
  for (let round = 0; round < rounds; round++) {
    for (const contender of contenders) {
      results.get(contender.name)!.push(await runLoad({ ...contender, connections, seconds }));
    }
  }
  const rate = (name: string): number => median(results.get(name)!.map((result) => result.requestsPerSecond));
  return {
    rows: contenders.flatMap(({ name }) => [
      { name, value: rounded(rate(name), rate(name) < 100 ? 1 : 0), unit: "requests/s" },
      {
        name: `${name}, p99`,
        value: rounded(median(results.get(name)!.map(({ latency }) => latency.p99)), 1),
        unit: "ms",
      },
    ]),
    rate,
    errors: [...results.values()].flat().reduce((sum, result) => sum + result.errors, 0),
  };
}
