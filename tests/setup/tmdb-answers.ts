import sharp from "sharp";

/** The two kinds of key that TMDB gives out. */
export const tmdbKey = "0123456789abcdef0123456789abcdef";
export const tmdbToken = "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ0bWRiLXRlc3QifQ.c2lnbmF0dXJlLW9mLXRoZS10ZXN0";

const translation = (tag: string, data: object) => {
  const [iso_639_1, iso_3166_1] = tag.split("-");
  return { iso_639_1, iso_3166_1, name: "", english_name: "", data };
};
const worded = (tag: string, title: string) => translation(tag, { title, overview: `${title}.` });

/** A German film, as TMDB tells of it. Fields that we do not read are there as well. */
export const film = {
  id: 603,
  adult: false,
  title: "The Harbour",
  original_title: "Der Hafen",
  original_language: "de",
  overview: "A ship comes in.",
  release_date: "1998-05-01",
  runtime: 96,
  poster_path: "/poster1.jpg" as string | null,
  backdrop_path: "/backdrop1.jpg" as string | null,
  belongs_to_collection: { id: 2344, name: "The Harbour Collection", poster_path: "/poster2.jpg" },
  genres: [
    { id: 18, name: "Drama" },
    { id: 37, name: "Western" },
  ],
  translations: {
    translations: [
      worded("ar-SA", "الميناء"),
      // In its own language a translation need not repeat the original title.
      translation("de-DE", { title: "", overview: "Ein Schiff kommt an." }),
      translation("en-US", { title: "", overview: "A ship comes in." }),
      translation("fr-FR", { title: "Le Port", overview: "Un navire arrive." }),
      worded("id-ID", "Pelabuhan"),
      worded("ja-JP", "港"),
      worded("ko-KR", "항구"),
      worded("ms-MY", "Pelabuhan Lama"),
      worded("pt-PT", "O Porto Velho"),
      worded("pt-BR", "O Porto"),
      worded("th-TH", "ท่าเรือ"),
      worded("tr-TR", "Liman"),
      worded("vi-VN", "Bến Cảng"),
      worded("zh-CN", "港口"),
      worded("zh-HK", "港口（香港）"),
      worded("zh-TW", "港灣"),
    ],
  },
  credits: {
    cast: [
      { name: "Bea Brandt", character: "The Captain", order: 1 },
      { name: "Ada Ahrens", character: "Harbour Master", order: 0 },
    ],
    crew: [
      { name: "Dora Dahl", job: "Director" },
      { name: "Wim Wolf", job: "Editor" },
    ],
  },
  release_dates: {
    results: [
      { iso_3166_1: "US", release_dates: [{ certification: "PG-13", type: 3 }] },
      {
        iso_3166_1: "DE",
        release_dates: [
          { certification: "", type: 1 },
          { certification: "16", type: 5 },
          { certification: "12", type: 3 },
        ],
      },
    ],
  },
};

/** The collection that the film belongs to. */
export const filmCollection = {
  id: 2344,
  name: "The Harbour Collection",
  overview: "Ships that come in.",
  poster_path: "/poster2.jpg",
  parts: [{ id: 603 }],
  translations: {
    translations: [
      translation("de-DE", { title: "Die Hafen-Filmreihe", overview: "" }),
      translation("fr-FR", { title: "Le Port - Saga", overview: "" }),
    ],
  },
};

/** A series with specials and two seasons. */
export const series = {
  id: 1399,
  name: "Saltwater",
  original_name: "Saltwater",
  original_language: "en",
  overview: "Life on an island.",
  first_air_date: "2011-04-17",
  poster_path: null,
  backdrop_path: null,
  genres: [{ id: 10765, name: "Sci-Fi & Fantasy" }],
  translations: {
    translations: [
      translation("en-US", { name: "Saltwater", overview: "Life on an island." }),
      translation("de-DE", { name: "Salzwasser", overview: "Leben auf einer Insel." }),
    ],
  },
  aggregate_credits: {
    cast: [{ name: "Ines Isler", roles: [{ character: "Maren" }], order: 0 }],
    crew: [{ name: "Dora Dahl", jobs: [{ job: "Director" }] }],
  },
  content_ratings: { results: [{ iso_3166_1: "US", rating: "TV-14" }] },
  seasons: [
    { season_number: 0, name: "Specials", episode_count: 1 },
    { season_number: 1, name: "Season 1", episode_count: 3 },
    { season_number: 2, name: "Season 2", episode_count: 1 },
  ],
};

const episode = (
  episode_number: number,
  name: string,
  overview: string,
  still_path: string | null = null,
) => ({ episode_number, name, overview, still_path });
/** Its episodes by season and language; others answer what TMDB says without a translation. */
export const seasons: Record<string, object[]> = {
  "0 en-US": [episode(1, "Before the Ferry", "A prologue.")],
  "0 de-DE": [episode(1, "Before the Ferry", "")],
  "1 en-US": [
    episode(1, "Arrival", "The ferry lands.", "/still1.jpg"),
    episode(2, "Ebb", ""),
    episode(3, "Episode 3", ""),
  ],
  "1 de-DE": [episode(1, "Ankunft", "Die Fähre legt an."), episode(2, "Ebb", ""), episode(3, "Folge 3", "")],
  "2 en-US": [episode(1, "Return", "A year later.")],
  "2 de-DE": [episode(1, "Rückkehr", "Ein Jahr später.")],
};

/** What its seasons are called, by season and language; others count them. */
export const seasonTexts: Record<string, object> = {
  "0 en-US": { name: "Specials", overview: "", air_date: "2012-12-24" },
  "1 en-US": { name: "Season 1", overview: "", air_date: null },
  "1 de-DE": { name: "Staffel 1", overview: "" },
  "2 en-US": { name: "The Flood", overview: "The water comes back.", air_date: "2013-05-01" },
  "2 de-DE": { name: "Staffel 2", overview: "Das Wasser kehrt zurück." },
};

const refused = () =>
  Response.json({ success: false, status_code: 7, status_message: "Invalid API key" }, { status: 401 });
const missing = () =>
  Response.json({ success: false, status_code: 34, status_message: "Not found" }, { status: 404 });

/** TMDB's own lists of genres, by language; in the others it has no names here. */
const genreLists: Record<string, { id: number; name: string }[]> = {
  "en-US": [
    { id: 18, name: "Drama" },
    { id: 37, name: "Western" },
    { id: 10765, name: "Sci-Fi & Fantasy" },
  ],
  "de-DE": [
    { id: 37, name: "Western" },
    { id: 10765, name: "Science-Fiction und Fantasy" },
  ],
  "ja-JP": [{ id: 37, name: "西部劇" }],
};

/** TMDB as the server meets it: answers a request for one of its two hosts. */
export async function answerAsTmdb(request: Request): Promise<Response> {
  const { hostname, pathname, searchParams } = new URL(request.url);
  if (hostname === "image.tmdb.org") return pictureOf(pathname);
  const authorised =
    searchParams.get("api_key") === tmdbKey || request.headers.get("Authorization") === `Bearer ${tmdbToken}`;
  if (!authorised) return refused();
  const path = pathname.replace("/3/", "");
  if (path === "authentication") return Response.json({ success: true });
  if (path === "search/movie" || path === "search/tv") return Response.json(find(path, searchParams));
  if (path === "movie/603") return Response.json(film);
  if (path === "collection/2344") return Response.json(filmCollection);
  if (path === "tv/1399") return Response.json(series);
  const genres = /^genre\/(movie|tv)\/list$/.test(path)
    ? genreLists[searchParams.get("language") ?? ""]
    : null;
  if (genres !== null) return Response.json({ genres: genres ?? [] });
  const season = /^tv\/1399\/season\/(\d+)$/.exec(path)?.[1];
  const asked = `${season} ${searchParams.get("language")}`;
  const episodes = season && seasons[asked];
  return episodes ? Response.json({ ...seasonTexts[asked], episodes }) : missing();
}

/** By the beginning of a title, and by the year where one is asked for. */
function find(path: string, search: URLSearchParams) {
  const words = (search.get("query") ?? "").toLowerCase();
  const wanted = search.get("year") ?? search.get("first_air_date_year");
  const all: Record<string, unknown>[] = path === "search/movie" ? [film] : [series];
  const results = all.filter(({ title, name, original_title: original, release_date, first_air_date }) => {
    const titles = [title, name, original].map((one) => String(one ?? "").toLowerCase());
    const year = String(release_date ?? first_air_date).slice(0, 4);
    return titles.some((one) => one.includes(words)) && (wanted === null || wanted === year);
  });
  return { page: 1, results, total_pages: 1, total_results: results.length };
}

/** A poster is upright, the others lie; `w780` is as wide as it says. */
async function pictureOf(pathname: string): Promise<Response> {
  const [, width = "0", role] = /\/w(\d+)\/(poster|backdrop|still)/.exec(pathname) ?? [];
  if (!role) return missing();
  const wide = Number(width);
  const high = Math.round(role === "poster" ? wide * 1.5 : wide * 0.5625);
  const background = role === "poster" ? "#204080" : "#804020";
  const picture = sharp({ create: { width: wide, height: high, channels: 3, background } });
  const bytes = new Uint8Array(await picture.jpeg().toBuffer());
  return new Response(bytes, { headers: { "Content-Type": "image/jpeg" } });
}
