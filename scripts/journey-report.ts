/** What Playwright's JSON report says of a run, as far as it is read here. */
export type JourneyReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: JourneySuite[];
};
type JourneySuite = {
  title: string;
  specs?: { title: string; file: string; line: number; tests: JourneyTest[] }[];
  suites?: JourneySuite[];
};
type JourneyTest = {
  status: "expected" | "unexpected" | "flaky" | "skipped";
  results: { status: string; duration: number; error?: { message?: string } }[];
};

// Playwright colours its messages, also in the file.
// eslint-disable-next-line no-control-regex
const colours = /\u001b\[[\d;]*m/g;

/**
 * The journeys that did not pass at once, with what went wrong at the first try.
 * @returns a paragraph each; those that failed twice first
 */
export function troubled(report: JourneyReport): string[] {
  const found = { unexpected: [] as string[], flaky: [] as string[] };
  const walk = (suite: JourneySuite): void => {
    for (const { title, file, line, tests } of suite.specs ?? []) {
      for (const { status, results } of tests) {
        if (status !== "unexpected" && status !== "flaky") continue;
        const message = (results[0]?.error?.message ?? results[0]?.status ?? "").replaceAll(colours, "");
        const word = status === "flaky" ? "passed at the second try" : "FAILED";
        found[status].push(
          `${file}:${line} ${title}: ${word}\n${message.split("\n").slice(0, 12).join("\n")}`,
        );
      }
    }
    for (const inner of suite.suites ?? []) walk(inner);
  };
  for (const suite of report.suites) walk(suite);
  return [...found.unexpected, ...found.flaky];
}
