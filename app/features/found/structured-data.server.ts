import type { EntryContext } from "@remix-run/node";
import { needsVip, type AccessLevel } from "../../../contract/catalogue/values.ts";
import type { Collection, Episode, Movie, MovieCard, Person } from "../../../contract/index.ts";
import { languageTag } from "../../../contract/locales.ts";
import type { PageFacts } from "../../lib/page-meta.ts";
import { embedPath } from "../../lib/embed-code.ts";
import { addressLanguage, inLanguage as inAddress } from "../../lib/request-language.ts";
import { beginningOf } from "../../lib/xml.ts";

type Node = Record<string, unknown>;
type Found = { person?: Person; collection?: Collection; items: MovieCard[] };
type Loaded = Record<string, { page?: PageFacts; movie?: Movie; found?: Found } | undefined>;

/** What is said of a page besides its facts. */
type About = { page: PageFacts; origin: string; at: (path: string) => string };

const isFree = (level: AccessLevel) => !needsVip(level);

/**
 * What search engines read about a page: schema.org's terms, as a script behind the document. It holds nothing but what
 * the page itself shows to everyone, and it is no part of what the browser's scripts render.
 * @returns empty for a page that is not to be listed
 */
export function structuredData({ staticHandlerContext }: Pick<EntryContext, "staticHandlerContext">): string {
  const { matches, loaderData, statusCode } = staticHandlerContext;
  const { id } = matches.at(-1)?.route ?? {};
  const { page, movie, found } = (loaderData as Loaded)[id ?? ""] ?? {};
  if (statusCode !== 200 || !page?.indexed) return "";
  const { origin } = new URL(page.url);
  const locale = addressLanguage(page.url) ?? page.own;
  const about: About = { page, origin, at: (path) => inAddress(origin + path, locale, page.own) };
  const graph =
    id === "routes/user/home"
      ? [siteNode(about)]
      : movie
        ? [...movieNodes(movie, about), trail(about, movie.title)]
        : found?.person
          ? [personNode(found.person, about), trail(about, found.person.name)]
          : found?.collection
            ? [collectionNode(found, about), trail(about, found.collection.name)]
            : [];
  if (graph.length === 0) return "";
  const data = {
    "@context": "https://schema.org",
    "@graph": graph.map((node) => ({ ...node, inLanguage: languageTag(locale) })),
  };
  // Nothing in it can end the script, or begin a comment in which its end would not be found.
  const text = JSON.stringify(data).replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
  return `<script type="application/ld+json">${text}</script>`;
}

function siteNode({ page, origin, at }: About): Node {
  return {
    "@type": "WebSite",
    name: page.siteName,
    url: at("/"),
    description: page.description,
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${origin}/page/search?q={search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  };
}

function movieNodes(movie: Movie, { page, origin, at }: About): Node[] {
  const isSeries = movie.kind === "series";
  const url = at(`/video/${movie.id}`);
  const picture = (file: string) => `${origin}${movie.artwork.path}/${file}.webp?v=${movie.artwork.version}`;
  const people = (role: string) =>
    (movie.people ?? [])
      .filter((one) => one.role === role)
      .map(({ id, name }) => ({ "@type": "Person", name, ...(id && { url: at(`/page/person/${id}`) }) }));
  const work = {
    "@type": isSeries ? "TVSeries" : "Movie",
    "@id": `${url}#title`,
    name: movie.title,
    ...(movie.originalTitle !== movie.title && { alternateName: movie.originalTitle }),
    ...(movie.description && { description: movie.description }),
    url,
    image: picture("poster-480"),
    genre: movie.genreNames.map(({ name }) => name),
    // The year alone: the day is not known.
    [isSeries ? "startDate" : "dateCreated"]: String(movie.year),
    ...(isSeries && { numberOfEpisodes: movie.episodeList.length }),
    ...(movie.seasons && { numberOfSeasons: movie.seasonList?.filter(({ season }) => season > 0).length }),
    ...withSome("actor", people("cast")),
    ...withSome("director", people("director")),
    contentRating: movie.ageRating ?? `${movie.rating}+`,
    isAccessibleForFree: isFree(movie.access),
  };
  const { pathname } = new URL(page.url);
  const index = Number(/\/(\d+)$/.exec(pathname.slice("/video/".length))?.[1] ?? 1);
  const episode = movie.episodeList.find((one) => one.index === index);
  if (!episode?.ready || movie.premiereOn) return [work];
  const name = isSeries && episode.title ? `${movie.title}: ${episode.title}` : movie.title;
  const description = (episode.description || movie.description || movie.title).trim();
  const video = {
    "@type": "VideoObject",
    name: beginningOf(name, 100),
    description: beginningOf(description, 2_048),
    thumbnailUrl: [
      episode.still
        ? `${origin}${episode.still.path}-640.webp?v=${episode.still.version}`
        : picture("backdrop-1280"),
    ],
    uploadDate: movie.publishedAt,
    url: page.url,
    // The page plays it as well, where no other site may show the player.
    embedUrl: at(movie.embedSites === undefined ? `/video/${movie.id}/${index}` : embedPath(movie.id, index)),
    ...(episode.durationS && { duration: isoDuration(episode.durationS) }),
    requiresSubscription: needsVip(episode.access),
    isAccessibleForFree: isFree(episode.access),
    about: isSeries ? episodeNode(episode, work["@id"]) : { "@id": work["@id"] },
  };
  return [work, video];
}

function episodeNode({ title, season, number }: Episode, series: string): Node {
  return {
    "@type": "TVEpisode",
    ...(title && { name: title }),
    episodeNumber: number,
    // The specials belong to no season.
    ...(season && { partOfSeason: { "@type": "TVSeason", seasonNumber: season } }),
    partOfSeries: { "@id": series },
  };
}

function personNode({ name }: Person, { page }: About): Node {
  return {
    "@type": "Person",
    name,
    url: page.url,
  };
}

function collectionNode({ collection, items }: Found, { page, at }: About): Node {
  const { name, description, movies } = collection!;
  return {
    "@type": "CollectionPage",
    name,
    ...(description && { description }),
    url: page.url,
    mainEntity: {
      "@type": "ItemList",
      numberOfItems: movies,
      itemListElement: items.map(({ id, title }, index) => ({
        "@type": "ListItem",
        position: index + 1,
        name: title,
        item: at(`/video/${id}`),
      })),
    },
  };
}

/** The way to a page: from the home page to it. */
function trail({ page, at }: About, name: string): Node {
  const step = (position: number, of: string, item: string) => ({
    "@type": "ListItem",
    position,
    name: of,
    item,
  });
  return {
    "@type": "BreadcrumbList",
    itemListElement: [step(1, page.siteName, at("/")), step(2, name, page.url)],
  };
}

function withSome(name: string, list: Node[]): Node {
  return list.length > 0 ? { [name]: list } : {};
}

/** Seconds as ISO 8601: `PT1H2M3S`. */
export function isoDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  return `PT${parts.map((count, at) => (count > 0 ? `${count}${"HMS"[at]}` : "")).join("")}`;
}
