import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addGenre, addMovie } from "../../setup/catalogue.ts";
import { importsOf } from "../../setup/imports.ts";

let backend: TestBackend;
let editor: string;
let imports: ReturnType<typeof importsOf>;
beforeAll(async () => {
  backend = await startTestBackend();
  editor = (await backend.person({ admin: 2, name: "Edith" })).token;
  imports = importsOf(backend, editor);
  await addGenre(backend.db, "drama", { en: "Drama" });
  await addMovie(backend.db, { id: "saga", episodes: 4, everPublished: true });
  await addMovie(backend.db, { id: "flat", episodes: 3, everPublished: true });
  await addMovie(backend.db, { id: "film", everPublished: true });
  await backend.worker.start();
});
afterAll(() => backend.close());

type Episode = { season: number; number: number; access: string | null; texts: { en: { title: string } } };
const get = async (name: string, query: string) => (await backend.get(name, query, { token: editor })).d;
const partsOf = async (id: string) =>
  ((await get("z/movie/detail", `?id=${id}`)).episodes as Episode[]).map(
    ({ season, number, access, texts }) =>
      `S${season}E${number} ${texts.en.title}${access ? ` ${access}` : ""}`,
  );
const exported = async () => (await get("z/movie/export", "")).csv as string;
const plain = ["S1E1 Part 1", "S1E2 Part 2", "S1E3 Part 3", "S1E4 Part 4"];

test("a file gives episodes seasons and numbers, all of a title at once, and takes them back", async () => {
  // One by one, the second line would ask for a number that the first one still has; the third is named by its number.
  const file = [
    "id,episode,season,number,access,year",
    "saga,1,1,2,,",
    "saga,2,1,1,vip,",
    "saga,,1,4,free,",
    "saga,3,2,1,,",
    "saga,,,,,1999",
  ].join("\n");
  const done = await imports.complete(file);
  expect([done.errors, done.counts]).toEqual([[], { changed: 5 }]);
  const after = ["S1E1 Part 2 vip", "S1E2 Part 1", "S1E4 Part 4 free", "S2E1 Part 3"];
  expect(await partsOf("saga")).toEqual(after);

  const csv = await exported();
  const lines = csv.split("\r\n");
  expect(lines[0]).toMatch(/^id,episode,season,number,kind,/);
  expect(lines.filter((line) => line.startsWith("saga,")).map((line) => line.slice(0, 27))).toMatchObject([
    expect.stringMatching(/^saga,,,,series,/),
    expect.stringMatching(/^saga,1,1,1,,,vip,title,/),
    expect.stringMatching(/^saga,2,1,2,,,title,title/),
    expect.stringMatching(/^saga,3,1,4,,,free,title/),
    expect.stringMatching(/^saga,4,2,1,,,title,title/),
  ]);
  // A series without seasons, and a film, have no lines for their episodes.
  expect(lines.filter((line) => /^(flat|film),/.test(line))).toHaveLength(2);
  const again = await imports.check(`\uFEFF${csv}`);
  expect([again.errors, again.counts]).toEqual([[], { unchanged: 7 }]);

  expect(await imports.act("undo", done.id)).toBe(0);
  const undone = await imports.settled(done.id);
  expect(undone.counts).toEqual({ undone: 5 });
  expect(await partsOf("saga")).toEqual(plain);
});

test("numbers that clash, also with what the file leaves, are refused at their lines before anything is written", async () => {
  const checked = await imports.check(
    [
      "id,episode,season,number,access",
      "saga,1,1,3,",
      "saga,2,5,1,",
      "saga,4,5,1,",
      "saga,3,,,vip",
      "flat,1,2,,",
      "flat,2,2,20000,",
      "flat,3,-1,1,",
      "flat,,2,,free",
      "flat,,1,9,free",
      "flat,,1,1,free",
      "film,1,2,1,",
      "film,,,,vip",
    ].join("\n"),
  );
  expect(checked.errors.map(({ line, field, reason }) => `${line} ${field} ${reason}`)).toEqual([
    ...["2 number repeated", "3 number repeated", "4 number repeated", "7 number too_big"],
    ...["8 season too_small", "9 number required", "10 number missing", "11 id repeated", "12 season choice"],
  ]);
  expect(checked.counts).toEqual({ change: 3, wrong: 9 });
  await backend.post("z/import/start", { id: checked.id }, { token: editor });
  expect((await imports.settled(checked.id)).counts).toMatchObject({ changed: 3 });
  expect(await partsOf("saga")).toEqual([...plain.slice(0, 2), "S1E3 Part 3 vip", plain[3]]);
  expect(await partsOf("flat")).toEqual(["S1E2 Part 2", "S1E3 Part 3", "S2E1 Part 1"]);
});

test("a file of a version before, which has no such columns, is imported as before", async () => {
  const done = await imports.complete("id,episode,kind,status,access,teaserS\nsaga,1,,,vip,title\n");
  expect([done.errors, done.counts]).toEqual([[], { changed: 1 }]);
  expect((await partsOf("saga"))[0]).toBe("S1E1 Part 1 vip");
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
