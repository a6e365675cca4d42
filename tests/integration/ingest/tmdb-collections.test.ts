import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import type { TmdbDifference } from "../../../contract/index.ts";
import { tmdbKey } from "../../setup/tmdb-answers.ts";
import { startTmdb, type TmdbStandIn } from "../../setup/tmdb.ts";

let backend: TestBackend;
let tmdb: TmdbStandIn;
let owner: string;
let made = 0;

beforeAll(async () => {
  tmdb = startTmdb();
  backend = await startTestBackend();
  owner = (await backend.person({ admin: 3 })).token;
  const { revision } = (await get("z/settings/read", {})).d;
  await post("z/settings/save", { revision, values: { tmdbKey } });
});
afterAll(async () => {
  await backend.close();
  tmdb.close();
});

const get = (name: string, query: Record<string, string>) =>
  backend.get(name, `?${new URLSearchParams(query)}`, { token: owner });
const post = (name: string, body: object) => backend.post(name, body, { token: owner });
const detail = async (id: string) => (await get("z/movie/detail", { id })).d;
const compare = (id: string) => get("z/tmdb/compare", { id, tmdb: "603", kind: "film" });
const byField = (list: TmdbDifference[]) =>
  Object.fromEntries(list.map((one) => [one.field, one])) as Record<string, TmdbDifference>;
const differences = async (id: string) => byField((await compare(id)).d.differences);
const fill = async (id: string, fields: string[]) => {
  const { revision } = await detail(id);
  return post("z/tmdb/fill", { id, revision, tmdb: 603, kind: "film", fields });
};

/** A draft as the form makes it. */
async function draft(title: string): Promise<string> {
  const answer = await post("z/movie/create", {
    ...{ key: crypto.randomUUID(), id: `draft-${(made += 1)}`, title, originalLanguage: "en", kind: "film" },
    ...{ access: "free", year: 2026, rating: 0 },
  });
  return answer.d.id;
}

beforeEach(() => post("z/collection/delete", { id: "the-harbour-collection", dryRun: false }));

test("a collection is made with the films that belong to it, in every language TMDB has", async () => {
  const [first, second] = [await draft("The Harbour"), await draft("The Harbour")];
  const { d } = await compare(first);
  expect(d.newCollection).toEqual({ id: "the-harbour-collection", name: "The Harbour Collection" });
  expect(byField(d.differences).collections).toEqual({
    ...{ field: "collections", current: null, found: ["the-harbour-collection"], ticked: true },
  });
  expect((await fill(first, ["collections"])).c).toBe(0);
  expect((await detail(first)).collections).toEqual(["the-harbour-collection"]);
  const made = (await get("z/collection/detail", { id: "the-harbour-collection" })).d;
  expect(made.texts).toEqual({
    en: { name: "The Harbour Collection", description: "Ships that come in." },
    de: { name: "Die Hafen-Filmreihe" },
  });
  expect(await differences(first)).not.toHaveProperty(["collections"]);
  // It keeps what an admin has changed of it.
  const texts = { de: { name: "Hafen" } };
  await post("z/collection/save", { id: "the-harbour-collection", revision: made.revision, texts });
  expect((await compare(second)).d.newCollection).toBeNull();
  expect((await fill(second, ["collections"])).c).toBe(0);
  const { d: kept } = await get("z/collection/detail", { id: "the-harbour-collection" });
  expect([kept.texts.de.name, kept.total]).toEqual(["Hafen", 2]);
});

test("a collection that TMDB can't tell about leaves the title as it is", async () => {
  const id = await draft("The Harbour");
  tmdb.answers("collection/", () => new Response(null, { status: 500 }));
  expect((await fill(id, ["collections", "year"])).c).not.toBe(0);
  tmdb.answers(null);
  expect(await detail(id)).toMatchObject({ revision: 0, year: 2026, collections: [] });
  expect((await get("z/collection/list", {})).d.items).toEqual([]);
});
