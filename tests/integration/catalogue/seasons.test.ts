import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { episodes, progress } from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
let editor: string;
beforeAll(async () => {
  backend = await startTestBackend();
  editor = (await backend.person({ admin: 2, name: "Edith" })).token;
});
afterAll(() => backend.close());

type Episode = { index: number; season?: number; number?: number; title?: string };
const get = async (name: string, query: string, token?: string) =>
  (await backend.get(name, query, token ? { token } : {})).d;
const adminDetail = (id: string) => get("z/movie/detail", `?id=${id}`, editor);
const placeOf = ({ index, season, number }: Episode) => `${index}: S${season}E${number}`;
const placesOf = async (id: string) => ((await adminDetail(id)).episodes as Episode[]).map(placeOf);
const shownOf = async (id: string) => {
  const { episodeList } = await get("movie/detail", `?id=${id}`);
  return (episodeList as Episode[]).map((one) => `${placeOf(one)} ${one.title}`);
};

/** Writes with the present revision. */
async function write(name: string, id: string, body: object = {}) {
  const { revision } = await adminDetail(id);
  return backend.post(name, { id, revision, ...body }, { token: editor });
}

/** A series of six, of which an admin makes two seasons and a special. */
async function seasoned(id: string): Promise<void> {
  await addMovie(backend.db, { id, episodes: 6 });
  const places = [
    [6, 0, 1],
    // The fourth becomes the last one, and the fifth is the fourth then.
    [4, 2, 1],
    [4, 2, 2],
  ];
  for (const [index, season, number] of places)
    expect((await write("z/episode/save", id, { index, season, number })).c).toBe(0);
}

describe("a series without seasons", () => {
  test("is season 1, and what is added follows it", async () => {
    await addMovie(backend.db, { id: "plain", episodes: 2 });
    expect(await placesOf("plain")).toEqual(["1: S1E1", "2: S1E2"]);
    const { seasons, seasonList } = await get("movie/detail", "?id=plain");
    expect([seasons, seasonList]).toEqual([undefined, [{ season: 1 }]]);
    expect((await write("z/episode/create", "plain")).d.index).toBe(3);
    expect(await placesOf("plain")).toEqual(["1: S1E1", "2: S1E2", "3: S1E3"]);
    const one = await write("z/episode/order", "plain", { index: 3, to: 1 });
    expect(one.c).toBe(0);
    expect((await shownOf("plain")).slice(1)).toEqual(["2: S1E2 Part 1", "3: S1E3 Part 2"]);
  });

  test("a film has neither", async () => {
    await addMovie(backend.db, { id: "a-film" });
    const film = await get("movie/detail", "?id=a-film");
    expect(film.episodeList[0]).not.toHaveProperty("season");
    expect(film).not.toHaveProperty("seasonList");
    for (const [name, body] of [
      ["z/season/save", { season: 1 }],
      ["z/episode/save", { index: 1, season: 2 }],
    ] as const)
      expect((await write(name, "a-film", body)).status).toBe(422);
  });
});

describe("seasons", () => {
  test("have their own numbers; what is added behind the last one moves no special", async () => {
    await seasoned("saga");
    const places = ["1: S1E1", "2: S1E2", "3: S1E3", "4: S2E1", "5: S2E2", "6: S0E1"];
    expect(await placesOf("saga")).toEqual(places);
    expect((await write("z/episode/create", "saga")).d.index).toBe(7);
    expect(await placesOf("saga")).toEqual([...places.slice(0, 5), "7: S2E3", "6: S0E1"]);
    expect((await write("z/episode/create", "saga", { season: 0 })).d.index).toBe(8);
    // Between others it moves those behind it, which keep their numbers.
    const between = await write("z/episode/create", "saga", { season: 1, number: 9 });
    expect(between.d.index).toBe(4);
    expect(await placesOf("saga")).toEqual([
      ...["1: S1E1", "2: S1E2", "3: S1E3", "4: S1E9", "5: S2E1", "7: S2E2", "9: S2E3"],
      ...["6: S0E1", "8: S0E2"],
    ]);
    expect((await get("movie/detail", "?id=saga")).seasons).toBe(3);
  });

  test("an episode's place is asked for where its progress, its video and its links are", async () => {
    await seasoned("moved");
    const { uid, token } = await backend.person({});
    await backend.db.insert(progress).values(
      [1, 4, 6].map((index) => ({
        ...{ uid, movieId: "moved", index, positionS: 10 * index, durationS: 100 },
        ...{ finished: false, updatedAt: new Date(`2026-01-0${index}T00:00:00Z`) },
      })),
    );
    // The first one becomes the last of season 2.
    const saved = await write("z/episode/save", "moved", { index: 1, season: 2, number: 12 });
    expect(saved.d.index).toBe(5);
    expect((await shownOf("moved")).slice(0, 5)).toEqual([
      ...["1: S1E2 Part 2", "2: S1E3 Part 3", "3: S2E1 Part 4", "4: S2E2 Part 5", "5: S2E12 Part 1"],
    ]);
    const { items } = await get("progress/of", "?id=moved", token);
    expect(items).toMatchObject([
      { index: 3, positionS: 40 },
      { index: 5, positionS: 10 },
      { index: 6, positionS: 60 },
    ]);
    const { items: history } = await get("progress/list", "", token);
    expect(history[0]).toMatchObject({ index: 6, season: 0, number: 1, movie: { seasons: 3 } });
  });

  test("go on into each other, and the specials into specials alone", async () => {
    await seasoned("next");
    await write("z/episode/create", "next", { season: 0 });
    const next = async (index: number) =>
      (await get("playback/start", `?id=next&index=${index}`)).next as Episode | null;
    expect(await next(3)).toMatchObject({ index: 4, season: 2, number: 1, title: "Part 4" });
    expect(await next(5)).toBeNull();
    // The second special has no video yet.
    expect(await next(6)).toBeNull();
    await write("z/episode/create", "next", { season: 3 });
    await backend.db.update(episodes).set({ assetId: "next-1" });
    expect(await next(5)).toMatchObject({ index: 8, season: 3, number: 1 });
    expect(await next(6)).toMatchObject({ index: 7, season: 0, number: 2 });
  });

  test("a number is taken once in a season, and a season has no number of another", async () => {
    await seasoned("twice");
    const refused = [
      ["z/episode/save", { index: 1, season: 2, number: 1 }, "number", "repeated"],
      ["z/episode/create", { season: 2, number: 2 }, "number", "repeated"],
      ["z/episode/order", { index: 1, to: 4 }, "to", "choice"],
      ["z/season/save", { season: 2, to: 1 }, "to", "repeated"],
      ["z/episode/save", { index: 1, season: 1_000_000 }, "season", "too_big"],
      ["z/episode/save", { index: 1, number: -1 }, "number", "too_small"],
      ["z/season/save", { season: 1, year: 12 }, "year", "too_small"],
    ] as const;
    for (const [name, body, field, reason] of refused) {
      const { status, d } = await write(name, "twice", body);
      expect([name, status, d.issues]).toMatchObject([name, 422, [{ field, reason }]]);
    }
    expect(await placesOf("twice")).toEqual([
      ...["1: S1E1", "2: S1E2", "3: S1E3", "4: S2E1", "5: S2E2", "6: S0E1"],
    ]);
    expect((await write("z/season/delete", "twice", { season: 7 })).status).toBe(404);
  });

  test("are not endless", async () => {
    await addMovie(backend.db, { id: "endless", episodes: 2 });
    await backend.db.insert(episodes).values(
      Array.from({ length: 199 }, (_, at) => ({
        ...{ movieId: "endless", index: at + 3, season: at + 2, number: 1, texts: {} },
      })),
    );
    const { status, d } = await write("z/season/save", "endless", { season: 500 });
    expect([status, d.issues]).toMatchObject([422, [{ field: "season", reason: "too_big" }]]);
    expect((await write("z/episode/save", "endless", { index: 1, season: 500 })).status).toBe(422);
  });

  test("have names, descriptions and years, in the reader's language", async () => {
    await seasoned("named");
    await write("z/season/save", "named", {
      ...{ season: 2, year: 2021 },
      texts: { en: { name: "Spring", description: "It thaws." }, de: { name: "Frühling" } },
    });
    // What is left out stays.
    await write("z/season/save", "named", { season: 2, texts: { ja: { name: "春", description: "" } } });
    const seasonsIn = async (language: string) => {
      const { d } = await backend.get("movie/detail", "?id=named", { locale: language });
      return d.seasonList;
    };
    const known = { season: 2, description: "It thaws.", year: 2021 };
    expect(await seasonsIn("de")).toEqual([{ season: 1 }, { ...known, name: "Frühling" }, { season: 0 }]);
    expect(await seasonsIn("ja")).toMatchObject([{ season: 1 }, { name: "春" }, { season: 0 }]);
    // One without episodes is the admins' alone.
    await write("z/season/save", "named", { season: 3 });
    expect((await adminDetail("named")).seasons.map(({ season }: { season: number }) => season)).toEqual([
      1, 2, 3, 0,
    ]);
    expect(await seasonsIn("ko")).toHaveLength(3);
    const { items } = await get("z/audit/list", "?kind=movie&target=named&limit=1", editor);
    expect(items[0]).toMatchObject({ action: "z/season/save", after: { seasons: [1, 2, 3, 0] } });
  });

  test("take another number with their episodes, and are removed with them", async () => {
    await seasoned("renamed");
    await write("z/season/save", "renamed", { season: 1, texts: { en: { name: "First" } } });
    expect((await write("z/season/save", "renamed", { season: 1, to: 3 })).c).toBe(0);
    expect(await shownOf("renamed")).toEqual([
      ...["1: S2E1 Part 4", "2: S2E2 Part 5", "3: S3E1 Part 1", "4: S3E2 Part 2", "5: S3E3 Part 3"],
      "6: S0E1 Part 6",
    ]);
    expect((await get("movie/detail", "?id=renamed")).seasonList).toEqual([
      ...[{ season: 2 }, { season: 3, name: "First" }, { season: 0 }],
    ]);
    expect((await write("z/season/delete", "renamed", { season: 2 })).d).toMatchObject({ episodes: 2 });
    expect(await placesOf("renamed")).toEqual(["1: S3E1", "2: S3E2", "3: S3E3", "4: S0E1"]);
    // A deleted episode leaves a gap: the others keep their numbers.
    await write("z/episode/delete", "renamed", { index: 2 });
    expect(await placesOf("renamed")).toEqual(["1: S3E1", "2: S3E3", "3: S0E1"]);
    // The address of the series alone plays no special, as long as there is anything else.
    await write("z/episode/delete", "renamed", { index: 1 });
    await write("z/episode/delete", "renamed", { index: 1 });
    await write("z/episode/create", "renamed", { season: 1 });
    expect(await placesOf("renamed")).toEqual(["1: S1E1", "2: S0E1"]);
  });

  test("of two saves, one late about another field is merged, one about the same is told", async () => {
    await seasoned("two-hands");
    const { revision } = await adminDetail("two-hands");
    const save = (body: object) =>
      backend.post("z/season/save", { id: "two-hands", revision, season: 2, ...body }, { token: editor });
    const began = { to: 2, year: null, "texts.en.name": "", "texts.en.description": "" };
    expect((await save({ year: 2020 })).c).toBe(0);
    expect((await save({ before: began, texts: { en: { name: "Later" } } })).c).toBe(0);
    const late = await save({ before: began, year: 2021 });
    expect([late.status, late.d.conflict.fields]).toEqual([409, [{ field: "year", theirs: 2020 }]]);
    expect((await adminDetail("two-hands")).seasons[1]).toEqual({
      ...{ season: 2, year: 2020, texts: { en: { name: "Later" } } },
    });
  });
});

test("a season of five hundred costs each of its episodes a few bytes", async () => {
  await addMovie(backend.db, { id: "long", kind: "series" });
  await backend.db.insert(episodes).values(
    Array.from({ length: 499 }, (_, at) => ({
      ...{
        movieId: "long",
        index: at + 2,
        season: 1 + Math.floor((at + 1) / 25),
        number: ((at + 1) % 25) + 1,
      },
      texts: { en: { title: `The episode of number ${at}`, description: "d".repeat(200) } },
    })),
  );
  const movie = await get("movie/detail", "?id=long");
  expect(movie.episodeList).toHaveLength(500);
  const plain = movie.episodeList.map(({ season: _season, number: _number, ...rest }: Episode) => rest);
  const more = JSON.stringify(movie.episodeList).length - JSON.stringify(plain).length;
  expect(more / 500).toBeLessThan(30);
  expect(JSON.stringify(movie.seasonList).length).toBeLessThan(500);
});
