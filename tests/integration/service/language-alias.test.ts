import { afterAll, beforeAll, expect, test } from "vitest";
import { seedTexts } from "../../../api/domain/service/texts/seed-texts.ts";
import { localeCodes } from "../../../contract/locales.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { importsOf } from "../../setup/imports.ts";

let backend: TestBackend;
let token: string;
beforeAll(async () => {
  backend = await startTestBackend();
  await seedTexts(backend.db, { localesDir: "locales" });
  ({ token } = await backend.person({ admin: 3 }));
});
afterAll(() => backend.close());

const get = async (call: string, search = "") => (await backend.get(call, search, { token })).d;
const post = (call: string, body: object) => backend.post(call, body, { token });

test("zh is named in the configuration, and reads as zh-hans", async () => {
  expect((await get("config")).locales).toEqual(localeCodes);
  const read = (locale: string) => backend.get("text/detail", "?key=terms", { locale });
  expect((await read("zh")).d).toMatchObject({ locale: "zh-hans", title: (await read("zh-hans")).d.title });
  const refused = async (locale: string) => (await backend.get("movie/detail", "?id=none", { locale })).m;
  expect(await refused("zh")).toBe(await refused("zh-hans"));
  expect(await get("z/text/detail", "?key=terms&locale=zh")).toMatchObject({ locale: "zh-hans" });
});

test("what is written under zh is stored and found as zh-hans", async () => {
  const facts = { kind: "film", access: "free", year: 2026, rating: 0, originalLanguage: "zh" };
  const made = { ...facts, key: crypto.randomUUID(), id: "chang-cheng", title: "长城" };
  const { d: created } = await post("z/movie/create", made);
  const save = { id: made.id, revision: created.revision, originalLanguage: "zh" };
  const saved = await post("z/movie/save", { ...save, texts: { zh: { title: "长城", description: "墙" } } });
  expect(saved.c).toBe(0);
  const movie = await get("z/movie/detail", "?id=chang-cheng");
  expect(movie.originalLanguage).toBe("zh-hans");
  expect(movie.texts).toEqual({ "zh-hans": { title: "长城", description: "墙" } });
  expect((await get("z/movie/list", "?missing=zh")).items).toEqual([]);
  expect((await get("z/movie/list", "?missing=en")).items).toMatchObject([{ id: "chang-cheng" }]);
  const names = { en: "Drama", zh: "剧情" };
  expect((await post("z/genre/save", { id: "drama", names, before: null })).c).toBe(0);
  expect((await get("z/genre/list")).items[0].names).toEqual({ en: "Drama", "zh-hans": "剧情" });
});

test("a file of titles may have columns of zh", async () => {
  await backend.worker.start();
  const file = "id,title.zh,originalLanguage\nchang-cheng,万里长城,zh\n";
  expect(await importsOf(backend, token).complete(file)).toMatchObject({
    counts: { changed: 1 },
    errors: [],
  });
  expect((await get("z/movie/detail", "?id=chang-cheng")).texts["zh-hans"].title).toBe("万里长城");
});
