import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documents } from "../architecture/documents.ts";
import { startTestBackend, type TestBackend } from "../setup/backend.ts";

/** Statements documents tell operators to run: fenced ones, and those that stand within a sentence. */
const statements = documents().flatMap(({ path, blocks, spans }) => {
  const fenced = blocks.filter(({ language }) => language === "sql").flatMap(({ code }) => code.split(";"));
  const inline = spans.filter((span) => /^(select|insert into|update|delete from) \w/.test(span));
  return [...fenced, ...inline]
    .map((statement) => statement.replace(/^\s*--.*$/gm, "").trim())
    .filter((statement) => statement !== "")
    .map((statement) => [path, statement] as const);
});

describe("SQL in documents", () => {
  let api: TestBackend;
  beforeAll(async () => {
    api = await startTestBackend();
  });
  afterAll(() => api.close());

  test("is found", () => {
    expect(statements.length).toBeGreaterThan(3);
  });

  test.each(statements)("of %s runs on the schema there is: %s", async (_path, statement) => {
    await expect(api.db.execute(sql.raw(statement))).resolves.toBeDefined();
  });
});
