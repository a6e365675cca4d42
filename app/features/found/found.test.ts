import { describe, expect, test } from "vitest";
import type { EntryContext } from "@remix-run/node";
import type { ListedMovie } from "../../../contract/catalogue/feeds.ts";
import type { Movie } from "../../../contract/index.ts";
import { atomProblems, sitemapProblems, structuredDataOf } from "../../../tests/setup/check-found.ts";
import { childrenOf, readXml } from "../../../tests/setup/read-xml.ts";
import { atomOf, type AtomFeed } from "./atom.ts";
import { movieEntry, pageEntry, partEnd, partHead, sitemapIndex } from "./sitemap.ts";
import { isoDuration, structuredData } from "./structured-data.server.ts";
import { beginningOf, escapeXml } from "../../lib/xml.ts";

const origin = "https://matinee.test";
const hostile = [
  ["the end of a CDATA section", "]]>", "]]>"],
  ["an element", "</title><script>alert(1)</script>", "</title><script>alert(1)</script>"],
  ["an entity", "&lt; &amp; &unknown; &#0;", "&lt; &amp; &unknown; &#0;"],
  ["control characters", "a\u0000b\u0008c\u001Bd", "abcd"],
  ["half a pair", "a\uD83Db\uDE00", "ab"],
  ["no characters", "a\uFFFEb\uFFFF", "ab"],
  ["an emoji", "🎬 📽️", "🎬 📽️"],
  ["Arabic and Japanese", "سينما ‎映画", "سينما ‎映画"],
  ["quotes", `"'`, `"'`],
] as const;
const times = { publishedAt: "2026-02-01T00:00:00.000Z", updatedAt: "2026-02-02T00:00:00.000Z" };
const entry = {
  key: "movie:a",
  title: "A",
  text: "Text",
  path: "/video/a",
  picture: "/artwork/a/x.webp?v=1",
  ...times,
};
const feed: AtomFeed = {
  ...{
    key: "feed",
    title: "New",
    author: "Matinee",
    locale: "zh-hant",
    own: "en",
    icon: "/icons/icon-192.png",
    origin,
  },
  ...{ path: "/feed.xml", page: "/", entries: [entry, { ...entry, key: "movie:b" }] },
};

describe("a feed", () => {
  test("keeps the rules of Atom, with entries and without", () => {
    expect(atomProblems(atomOf(feed))).toEqual([]);
    expect(atomProblems(atomOf({ ...feed, entries: [] }))).toEqual([]);
    expect(atomProblems(atomOf({ ...feed, origin: "http://[::1]:3000" }))).toEqual([]);
    const root = readXml(atomOf(feed));
    expect(root.attributes["xml:lang"]).toBe("zh-Hant");
    expect(childrenOf(root, "updated")[0]!.text).toBe(times.updatedAt);
    expect(childrenOf(root, "link").map(({ attributes }) => attributes.href)).toContain(
      `${origin}/feed.xml?lang=zh-hant`,
    );
  });

  test.each(hostile)("says %s as it is", (_what, title, said) => {
    const source = atomOf({
      ...feed,
      title: `x${title}`,
      entries: [{ ...entry, title: `x${title}`, text: title }],
    });
    expect(atomProblems(source)).toEqual([]);
    const [first] = childrenOf(readXml(source), "entry");
    expect(childrenOf(first!, "title")[0]!.text).toBe(`x${said}`);
    // HTML within XML: no element of a title's text.
    expect(childrenOf(first!, "content")[0]!.text).not.toMatch(/<(?!\/?(?:p|img)\b)/);
  });

  test("the check sees what is wrong", () => {
    const wrong = (change: (source: string) => string) => atomProblems(change(atomOf(feed)));
    expect(
      wrong((source) => source.replace("<title>", "<titel>").replace("</title>", "</titel>")),
    ).not.toEqual([]);
    expect(wrong((source) => source.replace(/<author>.*<\/author>/, ""))).toContain("no author");
    expect(wrong((source) => source.replaceAll("movie:b", "movie:a"))).toContain("two entries have one id");
    expect(wrong((source) => source.replace(times.updatedAt, "yesterday"))).not.toEqual([]);
    expect(wrong((source) => source.replace('rel="self"', 'rel="next"'))).toContain("no link to itself");
    expect(() => wrong((source) => source.replace("</feed>", ""))).toThrow();
    expect(() => wrong((source) => source.replace("Text", "\u0001"))).toThrow();
  });
});

const artwork = { path: "/artwork/a", version: "1", colour: "#336699" };
const listed: ListedMovie = {
  ...{ id: "a", kind: "film", title: "A", description: "Text", access: "vip", artwork },
  ...{ ...times, video: { index: 1, durationS: 100.4 }, embeddable: false },
};
const part = (...entries: string[]) => partHead + entries.join("") + partEnd;

describe("a sitemap", () => {
  test("keeps the rules of sitemaps and of videos in them", () => {
    const source = part(movieEntry(origin, listed), pageEntry(`${origin}/`, null));
    expect(sitemapProblems(source)).toEqual([]);
    expect(source).toContain("<video:requires_subscription>yes<");
    expect(sitemapProblems(sitemapIndex(origin, { pages: 1, movies: 3, people: 0 }))).toEqual([]);
    expect(source).toContain(`<video:player_loc>${origin}/video/a/1<`);
    const embeddable = part(movieEntry(origin, { ...listed, embeddable: true }));
    expect(embeddable).toContain(`<video:player_loc>${origin}/embed/a<`);
    expect(sitemapProblems(embeddable)).toEqual([]);
    const announced = part(movieEntry(origin, { ...listed, video: null }));
    expect(announced).not.toContain("video:video");
  });

  test.each(hostile)("says %s as it is", (_what, title, said) => {
    const source = part(movieEntry(origin, { ...listed, title: `x${title}`, description: "" }));
    expect(sitemapProblems(source)).toEqual([]);
    const [video] = childrenOf(childrenOf(readXml(source), "url")[0]!, "video");
    expect(childrenOf(video!, "title")[0]!.text).toBe(`x${said}`);
  });

  test("cuts what is too long, and leaves out a length that is none", () => {
    const long = { ...listed, title: "🎬".repeat(300), description: "a".repeat(9_000) };
    expect(sitemapProblems(part(movieEntry(origin, { ...long, title: "é".repeat(300) })))).toEqual([]);
    expect([...beginningOf(long.title, 100)]).toHaveLength(100);
    expect(escapeXml(beginningOf(long.title, 100))).toBe(`${"🎬".repeat(99)}…`);
    for (const durationS of [null, 0.2, 90_000])
      expect(movieEntry(origin, { ...listed, video: { index: 1, durationS } })).not.toContain(
        "video:duration",
      );
  });

  test("the check sees what is wrong", () => {
    const source = part(movieEntry(origin, listed));
    expect(sitemapProblems(source + "")).toEqual([]);
    for (const [from, to] of [
      ["/video/a/1<", "/video/a<"],
      [">Text<", "><"],
      ["https://matinee.test/artwork", "/artwork"],
      [">yes<", ">true<"],
    ] as const)
      expect(sitemapProblems(source.replace(from, to))).not.toEqual([]);
    expect(sitemapProblems(part(movieEntry(origin, listed), movieEntry(origin, listed)))).not.toEqual([]);
  });
});

const episodeOf = (index: number, more: object = {}) => ({
  ...{
    index,
    season: 1,
    number: index,
    title: `Part ${index}`,
    description: "",
    durationS: 3_725,
    ready: true,
    access: "free",
    still: null,
  },
  ...more,
});
const movie = {
  ...{
    id: "a",
    kind: "series",
    title: "A",
    year: 2020,
    access: "free",
    rating: 6,
    genres: ["drama"],
    episodes: 2,
  },
  ...{
    ready: true,
    artwork,
    description: "Text",
    genreNames: [{ id: "drama", name: "Drama" }],
    originalTitle: "Ah",
  },
  ...{
    originalLanguage: "de",
    publishedAt: times.publishedAt,
    episodeList: [episodeOf(1), episodeOf(2, { access: "vip" })],
  },
  people: [
    { id: "ada", role: "cast", name: "Ada" },
    { id: null, role: "director", name: "…" },
  ],
} as unknown as Movie;
const pageOf = (path: string) => ({
  url: origin + path,
  indexed: true,
  siteName: "Matinee",
  own: "en",
  description: "Films",
});
const said = (id: string, loaded: object, statusCode = 200) => {
  const staticHandlerContext = { matches: [{ route: { id } }], loaderData: { [id]: loaded }, statusCode };
  return structuredData({ staticHandlerContext } as unknown as EntryContext);
};
const typesOf = (html: string) => structuredDataOf(html).nodes.map((node) => node["@type"]);

describe("structured data", () => {
  test("of a series and its episode", () => {
    const html = said("routes/video", { movie, page: pageOf("/video/a/2?lang=de") });
    const { nodes, problems } = structuredDataOf(html);
    expect(problems).toEqual([]);
    expect(typesOf(html)).toEqual(["TVSeries", "VideoObject", "BreadcrumbList"]);
    expect(nodes[0]).toMatchObject({ url: `${origin}/video/a?lang=de`, inLanguage: "de" });
    expect(nodes[0]!.contentRating).toBe("6+");
    expect(nodes[1]).toMatchObject({ name: "A: Part 2", requiresSubscription: true, duration: "PT1H2M5S" });
  });

  test("of an episode by its season and number; a special is part of no season", () => {
    const seasons = {
      seasons: 3,
      seasonList: [{ season: 1 }, { season: 2 }, { season: 0 }],
      episodeList: [
        episodeOf(1),
        episodeOf(2, { season: 2, number: 1 }),
        episodeOf(3, { season: 0, number: 4, title: "" }),
      ],
    };
    const about = (index: number) => {
      const page = pageOf(`/video/a/${index}`);
      const { nodes, problems } = structuredDataOf(
        said("routes/video", { movie: { ...movie, ...seasons }, page }),
      );
      expect(problems).toEqual([]);
      expect(nodes[0]).toMatchObject({ numberOfEpisodes: 3, numberOfSeasons: 2 });
      return nodes[1]!.about;
    };
    const partOfSeries = { "@id": `${origin}/video/a#title` };
    expect(about(2)).toEqual({
      "@type": "TVEpisode",
      name: "Part 2",
      episodeNumber: 1,
      partOfSeason: { "@type": "TVSeason", seasonNumber: 2 },
      partOfSeries,
    });
    expect(about(3)).toEqual({ "@type": "TVEpisode", episodeNumber: 4, partOfSeries });
  });

  test("of a film, of a person, of a collection and of the home page", () => {
    const film = { ...movie, kind: "film", ageRating: "FSK 6", episodeList: [episodeOf(1)] };
    const pages = [
      [
        said("routes/video", { movie: film, page: pageOf("/video/a") }),
        ["Movie", "VideoObject", "BreadcrumbList"],
      ],
      [
        said("routes/page/person", { found: { person: { name: "Ada" } }, page: pageOf("/page/person/ada") }),
        ["Person", "BreadcrumbList"],
      ],
      [
        said("routes/page/collection", {
          found: {
            collection: { id: "days", name: "The Days", description: "", movies: 3 },
            items: [{ id: "a", title: "A" }],
          },
          page: pageOf("/page/collection/days"),
        }),
        ["CollectionPage", "BreadcrumbList"],
      ],
      [said("routes/user/home", { page: pageOf("/") }), ["WebSite"]],
    ] as const;
    for (const [html, types] of pages) {
      expect(structuredDataOf(html).problems).toEqual([]);
      expect(typesOf(html)).toEqual(types);
    }
  });

  test("has no video of what can't be watched, and nothing of pages that are not listed", () => {
    const announced = { ...movie, premiereOn: "2999-01-01" };
    expect(typesOf(said("routes/video", { movie: announced, page: pageOf("/video/a") }))).toEqual([
      "TVSeries",
      "BreadcrumbList",
    ]);
    expect(said("routes/video", { movie, page: pageOf("/video/a") }, 404)).toBe("");
    expect(said("routes/user/home", { page: { ...pageOf("/"), indexed: false } })).toBe("");
    expect(said("routes/page/text", { page: pageOf("/page/text?key=terms") })).toBe("");
    expect(said("root", {})).toBe("");
  });

  test.each(["</script><script>alert(1)</script>", "<!--<script>", "&quot;", "\u2028", "]]>"])(
    "holds %s as text",
    (title) => {
      const html = said("routes/video", { movie: { ...movie, title }, page: pageOf("/video/a") });
      expect(html.match(/<\/?script|<!--/g)).toEqual(["<script", "</script"]);
      expect(structuredDataOf(html).nodes[0]).toMatchObject({ name: title });
    },
  );

  test("the check sees what is wrong", () => {
    const html = said("routes/video", { movie, page: pageOf("/video/a") });
    for (const [from, to] of [
      ['"uploadDate":"2026', '"uploadDate":"26'],
      ['"thumbnailUrl":', '"thumbnail":'],
      ["PT1H2M5S", "1:02:05"],
      ["https://schema.org", "http://example.org"],
      ['"TVSeries"', '"Series"'],
      ['"position":1', '"position":"1"'],
    ] as const)
      expect(structuredDataOf(html.replace(from, to)).problems).not.toEqual([]);
  });

  test.each([
    [0.2, "PT1S"],
    [60, "PT1M"],
    [3_600, "PT1H"],
  ])("%d seconds are %s", (seconds, text) => expect(isoDuration(seconds)).toBe(text));
});
