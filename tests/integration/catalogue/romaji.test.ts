import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoMovies } from "../../../demo/catalogue/movies.ts";
import { romaniseTitles } from "../../../api/domain/catalogue/search/romanise.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  for (const { id, texts } of demoMovies)
    await addMovie(backend.db, {
      id,
      texts: Object.fromEntries(Object.entries(texts).map(([l, t]) => [l, { title: t.title }])),
    });
  await addMovie(backend.db, {
    id: "your-name",
    texts: { en: { title: "Your Name" }, ja: { title: "君の名は" } },
  });
  await addMovie(backend.db, {
    id: "tower",
    texts: { en: { title: "The Tower" }, ja: { title: "東京タワー" } },
  });
  await backend.romanise();
}, 120_000);
afterAll(() => backend.close());

const find = async (q: string) => {
  const { d } = await backend.get("movie/search", `?q=${encodeURIComponent(q)}`);
  return d.items.map(({ id }: { id: string }) => id) as string[];
};
const waiting = async () => {
  const rows = await backend.db.execute(
    sql`select movie_id from movie_text where right(romanised, 2) = '|?'`,
  );
  return ((rows as unknown as { rows?: unknown[] }).rows ?? (rows as unknown as unknown[])).length;
};

test.each([
  ["kimi no na wa", "your-name"],
  ["kimi no na ha", "your-name"],
  ["kiminonawa", "your-name"],
  ["kimi no", "your-name"],
  ["tokyo tower", "tower"],
  ["toukyou tawaa", "tower"],
  ["tōkyō tawa", "tower"],
])("%s finds the title in kanji", async (typed, id) => {
  expect((await find(typed))[0]).toBe(id);
});

/** What a Japanese viewer types for titles of the demo; the ids are those of the catalogue. */
test.each([
  ["chiisana eki", "小さな駅"],
  ["tiisana eki", "小さな駅"],
  ["nagai yuki", "長い雪どけ"],
  ["fuyu no ichi", "冬の市"],
  ["huyu no iti", "冬の市"],
  ["sora no tanada", "空の棚田"],
  ["take no tegami", "竹の手紙"],
  ["kujira no natsu", "くじらの夏"],
])("%s finds a title of the demo: %s", async (typed, title) => {
  const { id } = demoMovies.find(({ texts }) => texts.ja?.title === title)!;
  expect((await find(typed))[0]).toBe(id);
});

test("nothing waits any more, and nothing is found by the mark of waiting", async () => {
  expect(await waiting()).toBe(0);
  expect(await find("|?")).toEqual([]);
});

test("a reader that fails leaves the title to be found as before, says so once, and reads it the next time", async () => {
  const { db } = backend;
  await addMovie(db, { id: "lantern", texts: { en: { title: "Lantern" }, ja: { title: "サクラと灯籠" } } });
  const told: unknown[] = [];
  const readings = () => Promise.reject(new Error("The reader ended (SIGKILL)"));
  await romaniseTitles(db, { readings, onUnread: (error) => told.push(error) });
  expect(told).toEqual([new Error("The reader ended (SIGKILL)")]);
  expect([await find("灯籠"), await find("sakura"), await find("tourou")]).toEqual([
    expect.arrayContaining(["lantern"]),
    expect.arrayContaining(["lantern"]),
    expect.not.arrayContaining(["lantern"]),
  ]);
  await backend.romanise();
  expect((await find("sakura to tourou"))[0]).toBe("lantern");
  expect(await waiting()).toBe(0);
});

test("asked several times at once, it runs once and once more", async () => {
  await addMovie(backend.db, { id: "tide", texts: { en: { title: "Tide" }, ja: { title: "大潮" } } });
  const first = backend.romanise();
  const second = backend.romanise();
  expect(backend.romanise()).toBe(second);
  await Promise.all([first, second]);
  expect(await find("oshio")).toContain("tide");
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
