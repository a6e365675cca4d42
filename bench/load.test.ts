import { describe, expect, it } from "vitest";
import { parseWrk } from "./load.ts";

const report = `Running 2s test @ http://127.0.0.1:1/
  1 threads and 16 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     9.12ms    2.50ms  44.80ms   93.01%
    Req/Sec     1.54k   103.35     1.68k    80.00%
  Latency Distribution
     50%  850.00us
     75%    9.40ms
     90%   10.32ms
     99%    1.20s
  3065 requests in 2.00s, 3.00GB read
Requests/sec:   1531.20
Transfer/sec:      1.50GB
`;

describe("parseWrk", () => {
  it("reads rates and latencies in any unit", () => {
    expect(parseWrk(report)).toEqual({
      tool: "wrk",
      requestsPerSecond: 1531.2,
      bytesPerSecond: 1.5 * 1024 ** 3,
      latency: { p50: 0.85, p90: 10.32, p99: 1200 },
      errors: 0,
    });
  });

  it("adds up what went wrong", () => {
    const bad = "  Socket errors: connect 1, read 2, write 3, timeout 4\n  Non-2xx or 3xx responses: 100\n";
    expect(parseWrk(bad + report).errors).toBe(110);
  });

  it("refuses what is no report", () => {
    expect(() => parseWrk("unable to connect")).toThrow("no rate");
  });
});
