import { expect, test } from "vitest";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { chooseFiles, findMovies, titleNamed } from "./choose-files.server.ts";

const movie = {
  kind: "series",
  trailer: { id: "saga-trailer", ready: false },
  trailerOf: null,
  seasons: [{ season: 1 }],
  episodes: [
    { index: 1, season: 1, number: 1, asset: { state: "ready" } },
    { index: 2, season: 1, number: 2, asset: { state: "ready" } },
    { index: 3, season: 1, number: 3, asset: null },
  ],
};
const trailer = { kind: "film", trailerOf: "saga", trailer: null, seasons: [], episodes: [] };
const row = { id: "saga", title: "Saga", kind: "series", year: 2020, episodes: 3, state: "draft" };

/** An API with one series, that notes what is posted. */
function serverWith(posted: unknown[]): AdminServer {
  const answers: Record<string, (input: { id: string }) => unknown> = {
    "z/movie/detail": ({ id }) => (id === "saga-trailer" ? trailer : movie),
    "z/movie/list": () => ({ items: [row] }),
  };
  return {
    api: {
      get: async (name: string, input: { id: string }) => ({ c: 0, m: "", d: answers[name]!(input) }),
      post: async (name: string, body: unknown) => {
        posted.push([name, body]);
        return { c: 0, m: "", d: {} };
      },
    },
    t: (key: string, values: object = {}) => [key, ...Object.values(values)].join(" "),
    unwrap: ({ d }: { d: unknown }) => d,
  } as unknown as AdminServer;
}

async function send(fields: [string, string][], movie = "saga") {
  const posted: unknown[] = [];
  const form = new FormData();
  const always: [string, string][] = [
    ["intent", "choose"],
    ["id", "0f8fad5b-d9cb-469f-a165-70867728950e"],
    ["target", "existing"],
    ["movie", movie],
  ];
  for (const [name, value] of [...always, ...fields]) form.append(name, value);
  const { data } = await chooseFiles(serverWith(posted), form);
  return { outcome: data, posted };
}
const episodes = (...numbers: number[]) =>
  numbers.flatMap((episode, file): [string, string][] => [
    ["file", String(file)],
    [`episode-${file}`, String(episode)],
  ]);

test("files that would replace videos are asked about, with the episodes that have one", async () => {
  const { outcome, posted } = await send(episodes(2, 3));
  expect(posted).toEqual([]);
  expect(outcome.ask).toMatchObject({
    text: "admin.upload.replaceAsk Saga",
    sample: ["movie.episode 2"],
    keep: true,
  });
  expect(outcome.ask?.hidden).toEqual(expect.arrayContaining(episodes(2, 3)));
  const agreed = await send([...episodes(2, 3), ["confirmed", "1"]]);
  expect(agreed.posted).toMatchObject([["z/magnet/choose", { target: { kind: "existing", movie: "saga" } }]]);
});

test("a cancelled question keeps what was chosen", async () => {
  const { outcome, posted } = await send([...episodes(2), ["cancel", "1"]]);
  expect(posted).toEqual([]);
  expect(outcome.choice?.typed).toMatchObject({ movie: "saga", files: { 0: { season: "", episode: "2" } } });
});

test("files for episodes without a video are taken at once", async () => {
  const { outcome, posted } = await send(episodes(3));
  expect([outcome.ask, posted.length]).toEqual([undefined, 1]);
});

test("an episode of another season is another one", async () => {
  const { outcome, posted } = await send([...episodes(2), ["season-0", "2"]]);
  expect(outcome.ask).toBeUndefined();
  expect(posted).toMatchObject([["z/magnet/choose", { files: [{ file: 0, season: 2, episode: 2 }] }]]);
});

test.each([
  ["no file", [], "saga", "magnet-files"],
  ["no title", episodes(3), "", "find-title"],
  ["an episode that is none", episodes(-1), "saga", "episode-0"],
])("%s is refused, and the notice leads there", async (_what, fields, title, id) => {
  const { outcome, posted } = await send(fields, title);
  expect(posted).toEqual([]);
  expect(outcome.at).toEqual([{ id, text: expect.any(String) }]);
  expect(outcome.failed).toBe("login.checkFields");
});

test("a title that is searched comes with its trailer, which is named again once it was chosen", async () => {
  const form = new FormData();
  form.set("q", "saga");
  const { data } = await findMovies(serverWith([]), form);
  const found = data.choice?.found?.map(({ id, isTrailer, kind, episodes }) => [
    id,
    isTrailer,
    kind,
    episodes,
  ]);
  expect(found).toEqual([
    ["saga", false, "series", 3],
    ["saga-trailer", true, "film", 1],
  ]);
  expect(await titleNamed(serverWith([]), "saga-trailer")).toMatchObject({
    id: "saga-trailer",
    title: "Saga",
  });
  expect(await titleNamed(serverWith([]), "saga")).toMatchObject({ id: "saga", isTrailer: false });
});
