import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
let owner: string;

beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "a-film", rating: 12 });
  owner = (await backend.person({ admin: 3 })).token;
});
afterAll(() => backend.close());

const save = async (ageRatings: unknown) => {
  const { d } = await backend.get("z/movie/detail", "?id=a-film", { token: owner });
  return backend.post("z/movie/save", { id: "a-film", revision: d.revision, ageRatings }, { token: owner });
};
const shown = async (locale: "en" | "de" | "ja" | "ar") => {
  const { d } = await backend.get("movie/detail", "?id=a-film", { locale });
  return [d.rating, d.ageRating];
};
const setCountry = async (country: unknown) => {
  const { d } = await backend.get("z/settings/read", "", { token: owner });
  return backend.post("z/settings/save", { revision: d.revision, values: { country } }, { token: owner });
};

test("readers see what the board of their country says, by their language or the service's country", async () => {
  expect(await shown("de")).toEqual([12, undefined]);
  expect(await save(["DE FSK 12", "US PG-13", "JP PG12"])).toMatchObject({ c: 0 });
  expect(await shown("de")).toEqual([12, "FSK 12"]);
  expect(await shown("ja")).toEqual([12, "PG12"]);
  // Of the countries where English is spoken, none is every reader's.
  expect(await shown("en")).toEqual([12, undefined]);
  expect(await setCountry("us")).toMatchObject({ c: 0 });
  for (const locale of ["en", "de", "ar"] as const) expect(await shown(locale)).toEqual([12, "PG-13"]);
  expect(await setCountry("FR")).toMatchObject({ c: 0 });
  expect(await shown("de")).toEqual([12, undefined]);
  expect(await setCountry(null)).toMatchObject({ c: 0 });
  for (const wrong of ["USA", "U", "1A", ""]) expect((await setCountry(wrong)).c, wrong).toBe(422);
});

test("a rating is a country and the words on a label, one for a country", async () => {
  for (const wrong of [
    ["FSK 12"],
    ["de FSK 12"],
    ["DE"],
    ["DE "],
    ["DE  12"],
    [`DE ${"x".repeat(21)}`],
    ["DE FSK 12", "DE 12"],
    Array.from({ length: 61 }, (_, n) => `A${String.fromCharCode(65 + (n % 26))} ${n}`),
    "DE FSK 12",
  ])
    expect((await save(wrong)).c, JSON.stringify(wrong)).toBe(422);
  expect(await save([" DE FSK 12 "])).toMatchObject({ c: 0 });
  const { d } = await backend.get("z/movie/detail", "?id=a-film", { token: owner });
  expect(d.ageRatings).toEqual(["DE FSK 12"]);
});

test("a file brings them as it has got them", async () => {
  expect(await save(["DE FSK 12", "US PG-13"])).toMatchObject({ c: 0 });
  const exported = await backend.get("z/movie/export", "", { token: owner });
  expect(JSON.stringify(exported.d)).toContain("DE FSK 12|US PG-13");
});
