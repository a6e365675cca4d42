import { DrizzleQueryError } from "drizzle-orm/errors";
import { pino } from "pino";
import { expect, test } from "vitest";
import { filled, growthOf } from "../tests/setup/cost.ts";
import { describeError, reportTo } from "./log.ts";

test("a failed query is logged without the values it was given", () => {
  const error = new DrizzleQueryError(
    "select 1 where email = $1",
    ["mia@example.test", "two\nlines"],
    new Error("no such table"),
  );
  const text = JSON.stringify(describeError(error));
  expect(text).toContain("select 1 where email = $1");
  expect(text).toContain("no such table");
  expect(text).toContain("log.test.ts");
  expect(text).not.toContain("mia@example.test");
  expect(text).not.toContain("lines");
});

test("a value that looks like a frame of the stack takes nothing after it into the log", () => {
  const values = ["a\n    at (nowhere)\nmia@example.test", "params:\n   at b", "mia@example.test"];
  const error = new DrizzleQueryError("select 1", values, new Error("no such table"));
  expect(JSON.stringify(describeError(error))).not.toContain("mia@example.test");
});

test.each(["\n", "\n ", "\n    at ", "params:\n", "\nparams:", " at"])(
  "values of %j alone take no longer than they are long",
  async (piece) => {
    const growth = await growthOf((length) =>
      describeError(new DrizzleQueryError("select 1", [filled(piece, length)], new Error("gone"))),
    );
    expect(growth).toMatchObject({ isCheap: true });
  },
);

test("what is no error is named", () => expect(describeError("gone")).toEqual({ message: "gone" }));

test("background work that finds the disk full is no bug", () => {
  const lines: unknown[] = [];
  const log = pino({ base: undefined }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const { onBug } = reportTo(log);
  onBug(new Error("encoding", { cause: Object.assign(new Error("no space"), { code: "53100" }) }), "worker");
  onBug(new Error("broken"), "worker");
  expect(lines).toMatchObject([
    { level: 50, reason: "encoding", where: "worker", msg: "the disk is full" },
    { level: 50, err: { message: "broken" }, where: "worker", msg: "unexpected error" },
  ]);
});
