import type { AdminList } from "./admin-lists.ts";
import { genres, tags } from "./large-catalogue.ts";
import { pick, moviesBetween, words } from "./search-titles.ts";

const list = words();
const titleOf = (n: number) => moviesBetween(list, n, n + 1)[0]!;
/** One of the `most` commonest words. */
const word = (most: number, random: () => number) => list[Math.floor(random() * most)]!;
const decade = (random: () => number) => {
  const from = 1930 + Math.floor(random() * 10) * 10;
  return { yearFrom: String(from), yearTo: String(from + 9) };
};

/** The table of titles, with the usual searches of an admin. */
export const titleList: AdminList = {
  call: "z/movie/list",
  things: "titles",
  sorts: ["title", "published", "popularity", "year", "updated"],
  kinds: {
    "all titles": () => ({}),
    published: () => ({ state: "published" }),
    drafts: () => ({ state: "draft" }),
    scheduled: () => ({ state: "scheduled" }),
    ended: () => ({ state: "ended" }),
    deleted: () => ({ state: "deleted" }),
    VIP: () => ({ access: "vip" }),
    series: () => ({ kind: "series" }),
    "a genre": ({ random }) => ({ genre: pick(genres, random) }),
    "an unknown genre": () => ({ genre: "genre-none" }),
    "a common tag": ({ random }) => ({ tag: pick(tags.common, random) }),
    "a rare tag": ({ n }) => ({ tag: `rare-${n % tags.rare}` }),
    "a year": ({ random }) => {
      const year = String(1930 + Math.floor(random() * 96));
      return { yearFrom: year, yearTo: year };
    },
    "a decade": ({ random }) => decade(random),
    "up to a year": ({ n }) => ({ yearTo: String(1940 + n * 5) }),
    "no film": () => ({ film: "none" }),
    "no German title": () => ({ missing: "de" }),
    "no Japanese title": () => ({ missing: "ja" }),
    "no film, draft": () => ({ film: "none", state: "draft" }),
    "VIP and a genre": ({ random }) => ({ access: "vip", genre: pick(genres, random) }),
    "VIP, a genre and a decade": ({ random }) => ({
      access: "vip",
      genre: pick(genres, random),
      ...decade(random),
    }),
    "VIP series of a genre and a year": ({ random, n }) => ({
      access: "vip",
      kind: "series",
      genre: pick(genres, random),
      yearFrom: String(1950 + n * 6),
      yearTo: String(1950 + n * 6),
    }),
    "drafts of a genre and a decade": ({ random }) => ({
      state: "draft",
      genre: pick(genres, random),
      ...decade(random),
    }),
    "a genre, no film, no Chinese title": ({ random }) => ({
      genre: pick(genres, random),
      film: "none",
      missing: "zh-hans",
    }),
    "a tag and a genre": ({ random }) => ({ tag: pick(tags.common, random), genre: pick(genres, random) }),
    "a whole title": ({ at }) => ({ q: titleOf(at()).en }),
    "a word": ({ random }) => ({ q: word(4_000, random) }),
    "a common word": ({ random }) => ({ q: word(12, random) }),
    "a fairly common word": ({ random }) => ({ q: word(200, random) }),
    "two words": ({ random }) => ({ q: `${word(40, random)} ${word(400, random)}` }),
    "three letters": ({ random }) => ({ q: word(4_000, random).slice(0, 3) }),
    "two letters": ({ random }) => ({ q: word(4_000, random).slice(0, 2) }),
    "a letter": ({ random }) => ({ q: word(4_000, random).slice(0, 1) }),
    "a character": ({ at }) => ({ q: titleOf(at()).zh.slice(1, 2) }),
    "two characters": ({ at }) => ({ q: titleOf(at()).zh.slice(0, 2) }),
    "a run of characters": ({ at }) => ({ q: titleOf(at()).zh }),
    "a word of VIP titles": ({ random }) => ({ q: word(400, random), access: "vip" }),
    "a word, a genre and a decade": ({ random }) => ({
      q: word(100, random),
      genre: pick(genres, random),
      ...decade(random),
    }),
    "a character, drafts": ({ at }) => ({ q: titleOf(at()).zh.slice(1, 2), state: "draft" }),
    "an id": ({ at }) => ({ q: `made-${at()}` }),
    "the beginning of ids": ({ at }) => ({ q: `made-${String(at()).slice(0, 2)}` }),
    nonsense: ({ random }) => ({ q: `${Math.floor(random() * 1e12).toString(36)}qx` }),
  },
  // An id may also be the beginning of other ids.
  right: (kind, query, items) => kind !== "an id" || items.some(({ id }) => id?.startsWith(query.q!)),
};
