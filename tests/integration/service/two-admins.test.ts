import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addGenre, addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
let ada: string;
let ben: string;
beforeAll(async () => {
  backend = await startTestBackend();
  ada = (await backend.person({ admin: 3, name: "Ada" })).token;
  ben = (await backend.person({ admin: 3, name: "Ben" })).token;
});
afterAll(() => backend.close());

const post = (name: string, body: object, token: string) => backend.post(name, body, { token });
const detail = async (id: string) => (await backend.get("z/movie/detail", `?id=${id}`, { token: ada })).d;
const isTold = (field: string, theirs: unknown) => ({
  status: 409,
  d: { conflict: { by: "Ada", fields: [{ field, theirs }] } },
});

describe("two admins who opened a title at the same time", () => {
  test("both save what they changed, where that is not the same", async () => {
    await addMovie(backend.db, { id: "shared" });
    await addGenre(backend.db, "drama", { en: "Drama" });
    const began = await detail("shared");
    const { revision, year, rating, tags, texts } = began;
    const words = { "texts.en.title": texts.en.title, "texts.en.description": texts.en.description };
    const text = { title: "Ada’s title", description: texts.en.description };
    const save = (fields: object, before: object, token: string) =>
      post("z/movie/save", { id: "shared", revision, before, ...fields }, token);
    expect((await save({ texts: { en: text } }, words, ada)).c).toBe(0);
    // Ben's forms send all that they show, as the browser does.
    const facts = { year: 1999, rating, tags };
    expect(await save(facts, { year, rating, tags }, ben)).toMatchObject({ c: 0, d: { revision: 2 } });
    const half = { title: texts.en.title, description: "Ben’s words" };
    expect((await save({ texts: { en: half } }, words, ben)).c).toBe(0);
    const schedule = { status: "draft", hideAt: null };
    expect((await save(schedule, { status: "published", hideAt: null }, ben)).c).toBe(0);
    const credits = [{ role: "director", name: "Cleo" }];
    expect((await save({ credits }, { credits: [] }, ada)).c).toBe(0);
    expect(await detail("shared")).toMatchObject({
      ...{ year: 1999, state: "draft", credits },
      texts: { en: { title: "Ada’s title", description: "Ben’s words" } },
    });
  });

  test("the second to change a field is told of that field alone, and can save over it", async () => {
    await addMovie(backend.db, { id: "same" });
    const { revision, year, rating } = await detail("same");
    const save = (fields: object, more: object = {}) =>
      post("z/movie/save", { id: "same", revision, before: { year, rating }, ...fields, ...more }, ben);
    await post("z/movie/save", { id: "same", revision, year: 1999, rating: 16 }, ada);
    const late = await save({ year: 2001, rating });
    expect(late).toMatchObject(isTold("year", 1999));
    expect(await detail("same")).toMatchObject({ year: 1999, rating: 16 });
    const { conflict } = late.d;
    expect((await save({ year: 2001, rating }, { revision: conflict.revision })).c).toBe(0);
    expect(await detail("same")).toMatchObject({ year: 2001, rating: 16 });
  });

  test("an episode is saved while it is as it was, and is not mistaken for another one", async () => {
    await addMovie(backend.db, { id: "series", kind: "series", episodes: 2 });
    const { revision, episodes } = await detail("series");
    const { introFromS, introToS, creditsFromS, chapters, access, teaserS, asset } = episodes[1];
    const marks = { introFromS, introToS, creditsFromS, chapters, access, teaserS };
    const before = { ...marks, asset: asset?.id ?? null };
    const save = () =>
      post("z/episode/save", { id: "series", revision, index: 2, before, ...marks, creditsFromS: 9 }, ben);
    await post("z/movie/save", { id: "series", revision, year: 1990 }, ada);
    expect((await save()).c).toBe(0);
    await post("z/episode/order", { id: "series", revision: 2, index: 2, to: 1 }, ada);
    expect((await save()).status).toBe(409);
  });
});

test("an account keeps one admin's name and the other's level", async () => {
  const { uid } = await backend.person({ name: "Old" });
  const before = { name: "Old", level: "none" };
  const save = (fields: object, token: string) =>
    post("z/user/save", { uid, revision: 0, before, ...fields }, token);
  expect((await save({ name: "New" }, ada)).c).toBe(0);
  expect((await save({ level: "viewer" }, ben)).c).toBe(0);
  expect(await save({ name: "Other" }, ben)).toMatchObject(isTold("name", "New"));
});

test("a genre keeps the names that each of two gave it", async () => {
  const before = { en: "Crime", de: "Krimi", ja: "犯罪" };
  await addGenre(backend.db, "crime", before);
  const save = (names: object, token: string) => post("z/genre/save", { id: "crime", names, before }, token);
  expect((await save({ ...before, de: "Gauner" }, ada)).c).toBe(0);
  expect((await save({ en: "Heist", de: "Krimi" }, ben)).c).toBe(0);
  const { items } = (await backend.get("z/genre/list", "", { token: ada })).d;
  expect(items.find(({ id }: { id: string }) => id === "crime").names).toEqual({ en: "Heist", de: "Gauner" });
  expect(await save({ ...before, de: "Diebe" }, ben)).toMatchObject({
    d: { conflict: { fields: [{ field: "names.de", theirs: "Gauner" }] } },
  });
});

test("a plan takes one admin's price and the other's words, language by language", async () => {
  const texts = { en: { name: "Year", benefits: [] }, de: { name: "Jahr", benefits: [] } };
  const fields = { duration: { unit: "month", count: 12 }, trialDays: 0, renews: false, onSale: false };
  const prices = [{ amount: 499, currency: "USD" }];
  const plan = { ...fields, prices, texts };
  await post("z/plan/create", { key: crypto.randomUUID(), id: "year", position: 1, ...plan }, ada);
  const before = { ...fields, prices, "texts.en": texts.en, "texts.de": texts.de };
  const save = (changed: object, token: string) =>
    post("z/plan/save", { id: "year", revision: 0, before, ...plan, ...changed }, token);
  expect((await save({ texts: { ...texts, de: { name: "Ein Jahr", benefits: [] } } }, ada)).c).toBe(0);
  expect((await save({ prices: [{ amount: 599, currency: "USD" }] }, ben)).c).toBe(0);
  expect((await save({ texts: { de: texts.de } }, ben)).status).toBe(422);
  expect((await save({ texts: { en: { name: "12 months", benefits: [] }, de: texts.de } }, ben)).c).toBe(0);
  const { items } = (await backend.get("z/plan/list", "", { token: ada })).d;
  expect(items.find(({ id }: { id: string }) => id === "year")).toMatchObject({
    prices: [{ amount: 599, currency: "USD" }],
    texts: { en: { name: "12 months" }, de: { name: "Ein Jahr" } },
  });
  const again = await save({ texts: { ...texts, de: { name: "Zwölf Monate", benefits: [] } } }, ben);
  expect(again.d.conflict.fields).toEqual([
    { field: "texts.de", theirs: { name: "Ein Jahr", benefits: [] } },
  ]);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
