import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";
import { describeError } from "./log.ts";

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

test("what is no error is named", () => expect(describeError("gone")).toEqual({ message: "gone" }));
