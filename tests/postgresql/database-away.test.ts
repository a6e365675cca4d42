import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "../setup/backend.ts";
import { addMovie } from "../setup/catalogue.ts";
import { wireTo } from "../setup/wire.ts";

let wire: Awaited<ReturnType<typeof wireTo>>;
let backend: TestBackend;
beforeAll(async () => {
  wire = await wireTo(new URL(process.env.TEST_DATABASE_URL!));
  backend = await startTestBackend({ server: wire.url, deadlineMs: 1_500 });
  await addMovie(backend.db, { id: "a-film" });
});
afterAll(async () => {
  await backend.close();
  await wire.close();
});

test("while the database is away every call that needs it says so, with nothing lost; when it is back, so are they", async () => {
  const { token } = await backend.person();
  const save = (positionS: number) =>
    backend.post("progress/save", { id: "a-film", index: 1, positionS, durationS: 100 }, { token });
  expect((await save(10)).c).toBe(0);

  wire.cut();
  expect(await backend.get("movie/detail", "?id=a-film")).toMatchObject({
    status: 503,
    c: 503,
    m: "The service is busy. Please try again in a moment.",
    d: null,
  });
  expect(await save(20)).toMatchObject({ status: 503, c: 503 });
  await expect(backend.database.ping()).rejects.toThrow();
  // What needs no database goes on.
  expect((await backend.get("config")).c).toBe(0);

  wire.mend();
  await expect.poll(async () => (await save(30)).c, { timeout: 20_000 }).toBe(0);
  expect((await backend.get("progress/of", "?id=a-film", { token })).d.items).toEqual([
    { index: 1, positionS: 30, durationS: 100 },
  ]);
});
