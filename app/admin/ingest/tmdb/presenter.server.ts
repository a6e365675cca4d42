import type { TFunction } from "i18next";
import { codes } from "../../../../contract/codes.ts";
import { succeeded, type Failure } from "../../../../contract/envelope.ts";
import type { AdminMovie, OutputOf, TmdbDifference, TmdbHit } from "../../../../contract/index.ts";
import { episodeName, seasonName } from "../../../lib/episode-words.ts";
import { languageNames } from "../../../lib/formats.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { genreOptions } from "../../kit/options.ts";
import { readList } from "../../kit/read-list.ts";
import { writers } from "../../kit/format.ts";

type Compared = OutputOf<"z/tmdb/compare">;
type Value = TmdbDifference["found"];

/** A difference in words; each side has one entry a line, none = nothing yet. */
export type ShownDifference = {
  field: string;
  label: string;
  current: string[];
  found: string[];
  ticked: boolean;
  /** The language of a text. */
  lang?: string;
  /** Addresses of the pictures on each side. */
  pictures?: { current: string | null; found: string | null };
};
/** Differences under one heading, which can be opened where `open` says whether it is at first. */
export type ShownGroup = { id: string; title: string; open: boolean | null; differences: ShownDifference[] };
export type ShownComparison = Omit<Compared, "differences" | "pictures" | "newCollection"> & {
  groups: ShownGroup[];
};

/** The movie that is compared, with the places of its episodes. */
export type Named = Pick<AdminMovie, "id" | "kind" | "seasons" | "episodes">;

export type TmdbView = {
  /** What the form asks for. */
  asked: { q: string; year: string; kind: string };
  /** Why TMDB could not be asked; `off`: there is no key. */
  failed: { text: string; off: boolean } | null;
  /** Null = nothing was searched for. `key`: for the draft that may be made from it. */
  hits: (TmdbHit & { key: string })[] | null;
  compared: ShownComparison | null;
  leftOut: string[];
};

/**
 * What the screen shows: the differences to a chosen entry, or to that which the movie was filled from before; else what
 * a search finds. Without words in the address they are guessed.
 */
export async function readTmdb(
  server: AdminServer,
  search: URLSearchParams,
  movie: Named | null,
): Promise<TmdbView> {
  const { api } = server;
  const given = Object.fromEntries([...search].filter(([, value]) => value.trim() !== ""));
  const asked = { q: given.q ?? "", year: given.year ?? "", kind: given.kind ?? movie?.kind ?? "film" };
  const none = { asked, failed: null, hits: null, compared: null, leftOut: [] };
  if (movie && given.tmdb) return { ...none, ...(await readComparison(server, movie, given)) };
  const query = {
    ...(movie && { id: movie.id }),
    ...(given.q && { q: given.q }),
    ...(given.year && { year: Number(given.year) }),
    ...(given.kind && { kind: given.kind as "film" }),
  };
  const { answer, leftOut } = await readList(query, (one) => api.get("z/tmdb/search", one));
  if (!succeeded(answer)) return { ...none, failed: failureOf(server, answer), leftOut };
  const { link, items, asked: used } = answer.d;
  const shown = { q: used.q, year: used.year === null ? "" : String(used.year), kind: used.kind };
  const view = { ...none, asked: shown, leftOut };
  if (movie && link && !given.q) {
    const entry = { tmdb: String(link.tmdb), kind: link.kind };
    return { ...view, ...(await readComparison(server, movie, entry)) };
  }
  const hits = items.map((hit) => ({ ...hit, key: crypto.randomUUID() }));
  return { ...view, hits: used.q === "" ? null : hits };
}

async function readComparison(server: AdminServer, movie: Named, entry: Record<string, string>) {
  const { tmdb, kind, season } = entry;
  const { id } = movie;
  const [answer, genres, collections] = await Promise.all([
    server.api.get("z/tmdb/compare", {
      id,
      tmdb: Number(tmdb),
      kind: kind as "film",
      ...(season !== undefined && { season: Number(season) }),
    }),
    server.api.get("z/genre/list", {}),
    server.api.get("z/collection/list", {}),
  ]);
  if (!succeeded(answer)) return { failed: failureOf(server, answer) };
  const names = genreOptions(succeeded(genres) ? genres.d.items : [], server.locale);
  const { differences, pictures, newCollection, ...compared } = answer.d;
  const known = succeeded(collections) ? collections.d.items : [];
  const belongsTo = new Map(
    known.map(({ id: of, texts }) => [
      of,
      (texts[server.locale] ?? texts.en ?? Object.values(texts)[0])?.name,
    ]),
  );
  if (newCollection) {
    const name = server.t("admin.collection.fresh", { name: newCollection.name });
    belongsTo.set(newCollection.id, name);
  }
  const show = (one: TmdbDifference) => shownOf(one, { ...server, names, belongsTo, pictures });
  return { compared: { ...compared, groups: groupsOf({ ...server, movie }, differences.map(show)) } };
}

/** Why TMDB could not be asked, and how long it asks to wait. */
export function failureOf(
  { t, locale }: Pick<AdminServer, "t" | "locale">,
  { c, m, d }: Failure,
): { text: string; off: boolean } {
  const waitS = d?.waitS;
  const wait =
    waitS === undefined ? "" : ` ${t("admin.tmdb.wait", { time: writers(locale).seconds(waitS) })}`;
  const gone = c === codes.not_found.c || c === codes.invalid.c;
  return { text: (gone ? t("admin.tmdb.none") : m) + wait, off: c === codes.tmdb_off.c };
}

type Words = Pick<AdminServer, "t" | "locale"> & {
  names: { value: string; label: string }[];
  /** Names of collections, by id. */
  belongsTo: ReadonlyMap<string, string | undefined>;
  pictures: Compared["pictures"];
};

function shownOf({ field, current, found, ticked }: TmdbDifference, words: Words): ShownDifference {
  const { t, locale, pictures } = words;
  const [name = "", first = "", second = ""] = field.split(".");
  const shown = {
    field,
    ticked,
    label: labelOf(t, field),
    current: linesOf(name, current, words),
    found: linesOf(name, found, words),
  };
  if (name === "texts") return { ...shown, lang: first };
  const isStill = name === "episode" && second === "still";
  if ((name === "episode" && !isStill) || (name === "season" && second !== "year"))
    return { ...shown, label: languageNames(locale).of(second) ?? second, lang: second };
  if (name !== "poster" && name !== "backdrop" && !isStill) return shown;
  const sides = { current: current === null ? null : String(current), found: pictures[field] ?? null };
  return { ...shown, current: [], found: sides.found ? [] : [t("admin.tmdb.picture")], pictures: sides };
}

function labelOf(t: TFunction, field: string): string {
  const labels: Record<string, string> = {
    year: t("search.year"),
    originalLanguage: t("admin.movie.originalLanguage"),
    rating: t("admin.movie.rating"),
    ageRatings: t("admin.movie.ageRatings"),
    genres: t("search.genre"),
    collections: t("admin.section.collections"),
    "credits.director": t("admin.credit.director"),
    "credits.cast": t("admin.credit.cast"),
    poster: t("admin.movie.poster"),
    backdrop: t("admin.movie.backdrop"),
  };
  if (field.endsWith(".still")) return t("admin.movie.still");
  if (field.endsWith(".year")) return t("search.year");
  return labels[field] ?? t(field.endsWith(".title") ? "admin.movie.title" : "admin.movie.description");
}

function linesOf(name: string, value: Value | null, { locale, names, belongsTo }: Words): string[] {
  if (value === null) return [];
  if (name === "originalLanguage") return [languageNames(locale).of(String(value)) ?? String(value)];
  const lines = Array.isArray(value) ? value : [String(value)];
  if (name === "genres") return lines.map((id) => names.find((one) => one.value === id)?.label ?? id);
  if (name === "collections") return lines.map((id) => belongsTo.get(id) ?? id);
  return lines.filter((line) => line !== "");
}

/**
 * Facts, people and pictures, then the texts of each language, then the season and its episodes. A language is open where an admin has to
 * decide, and the reader's own.
 */
function groupsOf(
  { t, locale, movie }: Pick<AdminServer, "t" | "locale"> & { movie: Named },
  differences: ShownDifference[],
): ShownGroup[] {
  const titles = {
    texts: (language: string) => languageNames(locale).of(language),
    season: (season: string) => seasonName(t, { season: Number(season) }),
    episode: (index: string) => nameOfPart(t, movie, Number(index)),
  };
  const groups = new Map<string, ShownGroup>();
  for (const one of differences) {
    const [name = "", first = ""] = one.field.split(".");
    const isPart = name in titles;
    const id = isPart ? `${name}-${first}` : "facts";
    const group = groups.get(id) ?? {
      id,
      title: titles[name as "texts"]?.(first) ?? t("admin.movie.facts"),
      open: isPart ? first === locale : null,
      differences: [],
    };
    group.differences.push(one);
    if (name === "texts" && !one.ticked) group.open = true;
    groups.set(id, group);
  }
  const parts = ["facts", "texts", "season", "episode"];
  const place = ({ id }: ShownGroup) => parts.indexOf(id.split("-")[0]!);
  return [...groups.values()].sort((a, b) => place(a) - place(b));
}

/** What an episode of the movie is called. */
export function nameOfPart(t: TFunction, { seasons, episodes }: Named, index: number): string {
  const place = episodes.find((one) => one.index === index) ?? { index };
  return episodeName(t, place, seasons.length);
}
