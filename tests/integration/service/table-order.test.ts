import { beforeAll, expect, test } from "vitest";
import { tablesInOrder } from "../../../api/db/move/copy-tables.ts";
import { rowsOf } from "../../../api/db/rows-of.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  return backend.close;
});

test("each table is moved after those it refers to", async () => {
  const tables = await tablesInOrder(async (text) => rowsOf(await backend.db.execute(text)));
  const places = new Map(tables.map(({ name }, at) => [name, at]));
  expect(places.size).toBeGreaterThan(60);
  for (const { name, needs } of tables)
    for (const needed of needs)
      expect(places.get(needed), `${needed}, before ${name}`).toBeLessThan(places.get(name)!);
  expect(tables.find(({ name }) => name === "movie_text")?.needs).toEqual(["movie"]);
});
