import { codes } from "../../../../contract/codes.ts";
import { localeOfCode, locales } from "../../../../contract/locales.ts";
import type {
  AdminEpisode,
  AdminMovie,
  AdminSeason,
  Encoding,
  Undoable,
} from "../../../../contract/index.ts";
import { notFound, type AdminServer } from "../../../lib/require-permission.server.ts";
import { genreOptions } from "../../kit/options.ts";
import { episodeExtras } from "./episode-extras.server.ts";
import { namedStills } from "./episode-names.ts";
import { latestEncoding } from "./latest-encoding.server.ts";
import type { MoviePart } from "./movie-parts.ts";
import { checksOf } from "./overview.server.ts";

type Context = Parameters<typeof notFound>[1];

/**
 * The movie of an address.
 * @throws Response 404, also for a malformed id
 */
export async function findMovie(server: AdminServer, context: Context, id: string): Promise<AdminMovie> {
  const answer = await server.api.get("z/movie/detail", { id });
  if (answer.c === codes.invalid.c) throw notFound(server, context);
  return server.unwrap(answer);
}

type Asked = { movie: AdminMovie; part: MoviePart; search: URLSearchParams };

/** What the page of a part shows. Of the movie, only what that part needs. */
export async function readPart(server: AdminServer, context: Context, asked: Asked) {
  const { part, search } = asked;
  const { api, unwrap, locale } = server;
  const encoding = part === "video" ? await encodingOf(server, asked) : null;
  // Read after its encoding: if that ends between the two reads, the page would show neither progress nor video.
  const movie = encoding?.state === "ready" ? await findMovie(server, context, asked.movie.id) : asked.movie;
  const lang = languageOf(movie, { asked: search.get("lang"), locale });
  const episode = openEpisode(movie, { part, asked: search.get("episode") });
  const [config, genres, extras, undoable] = await Promise.all([
    part === "artwork" || part === "video" || part === "episodes" ? api.get("config", {}) : null,
    part === "facts" ? api.get("z/genre/list", {}) : null,
    episodeExtras(server, { id: movie.id, episode, part }),
    undoableOf(server, { movie, part }),
  ]);
  const upload = config && unwrap(config).upload;
  return {
    part,
    movie: onlyFor(part, movie, { lang, open: episode }),
    written: Object.keys(movie.texts),
    lang,
    episode,
    season: part === "episodes" ? openSeason(movie, search.get("season")) : null,
    encoding,
    ...extras,
    undoable,
    genres: genres ? genreOptions(unwrap(genres).items, locale) : [],
    maxBytes: upload?.pictureMaxBytes ?? 0,
    videoMaxBytes: upload?.maxBytes ?? 0,
    checks: part === "publishing" ? checksOf(movie, server) : [],
  };
}

/** The latest encoding of the open episode. */
async function encodingOf(server: AdminServer, { movie, part, search }: Asked): Promise<Encoding | null> {
  const episode = openEpisode(movie, { part, asked: search.get("episode") });
  return episode && latestEncoding(server, { id: movie.id, index: episode.index });
}

/** Kinds of replaced or removed files that a part shows. */
const replacedIn: Partial<Record<MoviePart, readonly string[]>> = {
  artwork: ["poster", "backdrop"],
  episodes: ["still"],
  subtitles: ["subtitles", "subtitles-gone"],
};

/** What was replaced or removed on a part within the last day. */
async function undoableOf(
  { api, unwrap, may, t }: AdminServer,
  { movie, part }: { movie: AdminMovie; part: MoviePart },
): Promise<Undoable[]> {
  const kinds = replacedIn[part];
  if (!kinds || !may("catalogue.write")) return [];
  const { items } = unwrap(await api.get("z/movie/undoable", { id: movie.id }));
  return namedStills(
    t,
    movie,
    items.filter(({ kind }) => kinds.includes(kind)),
  );
}

/** The language being edited: the one asked for, or else the reader's, or another that has texts. */
function languageOf(movie: AdminMovie, { asked, locale }: { asked: string | null; locale: string }): string {
  const written = locale in movie.texts ? locale : locales.find((one) => one in movie.texts);
  return localeOfCode(asked ?? "") ?? written ?? "en";
}

/** The open episode: of the list only one that is asked for, elsewhere the first by default. */
function openEpisode(
  { episodes }: AdminMovie,
  { part, asked }: { part: MoviePart; asked: string | null },
): AdminEpisode | null {
  if (part !== "episodes" && part !== "video" && part !== "subtitles") return null;
  const found = episodes.find(({ index }) => asked !== null && index === Number(asked));
  return found ?? (part === "episodes" ? null : (episodes[0] ?? null));
}

function openSeason({ seasons }: AdminMovie, asked: string | null): AdminSeason | null {
  return (asked !== null && seasons.find(({ season }) => season === Number(asked))) || null;
}

function onlyFor(
  part: MoviePart,
  movie: AdminMovie,
  { lang, open }: { lang: string; open: AdminEpisode | null },
): AdminMovie {
  const text = movie.texts[lang as "en"];
  const brief = (episode: AdminEpisode): AdminEpisode => {
    const [shown] = [episode.texts[lang as "en"], episode.texts.en, ...Object.values(episode.texts)].filter(
      (one) => one?.title,
    );
    const texts = shown && { [lang]: { title: shown.title } };
    return { ...episode, texts: texts ?? {}, chapters: [], subtitles: [] };
  };
  return {
    ...movie,
    texts: part === "texts" && text ? { [lang]: text } : {},
    credits: part === "people" ? movie.credits : [],
    episodes: movie.episodes
      .slice(0, open || part === "episodes" ? undefined : 1)
      .map((episode) => (episode === open ? episode : brief(episode))),
  };
}
