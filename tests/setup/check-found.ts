import { childrenOf, readXml, type XmlElement } from "./read-xml.ts";

/** Checks what search engines and readers of feeds are given, by their own rules. Each answers what is wrong. */

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const isAddress = (value: unknown) => typeof value === "string" && /^https?:\/\/[^\s{}]+$/.test(value);
const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** RFC 4287: sections 4.1.1, 4.1.2 and 4.2. */
export function atomProblems(source: string): string[] {
  const feed = readXml(source);
  if (feed.name !== "{http://www.w3.org/2005/Atom}feed") return [`the root is ${feed.name}`];
  const entries = childrenOf(feed, "entry");
  const ids = entries.map((entry) => childrenOf(entry, "id")[0]?.text);
  return [
    ...partProblems(feed, "feed"),
    ...(childrenOf(feed, "link").some(({ attributes }) => attributes.rel === "self")
      ? []
      : ["no link to itself"]),
    ...(new Set(ids).size < ids.length ? ["two entries have one id"] : []),
    ...entries.flatMap((entry, at) => [
      ...partProblems(entry, `entry ${at}`),
      ...(childrenOf(feed, "author").length + childrenOf(entry, "author").length > 0 ? [] : ["no author"]),
      ...(childrenOf(entry, "content").length > 1 ? [`entry ${at} has two contents`] : []),
    ]),
  ];
}

function partProblems(part: XmlElement, called: string): string[] {
  const problems: string[] = [];
  for (const name of ["id", "title", "updated"]) {
    const found = childrenOf(part, name);
    if (found.length !== 1 || !isText(found[0]?.text)) problems.push(`${called} has not one ${name}`);
  }
  for (const name of ["updated", "published"])
    for (const { text } of childrenOf(part, name))
      if (!iso.test(text)) problems.push(`${called}: ${name} ${text}`);
  const id = childrenOf(part, "id")[0]?.text ?? "";
  if (!/^tag:[\w.-]+,\d{4}(?:-\d\d){0,2}:\S+$/.test(id)) problems.push(`${called}: id ${id}`);
  const alternates = childrenOf(part, "link").filter(
    ({ attributes }) => (attributes.rel ?? "alternate") === "alternate",
  );
  const kinds = alternates.map(({ attributes }) => `${attributes.type} ${attributes.hreflang}`);
  if (new Set(kinds).size < kinds.length) problems.push(`${called} has two alternates of one kind`);
  if (alternates.length === 0 && childrenOf(part, "content").length === 0)
    problems.push(`${called} leads nowhere`);
  for (const { attributes } of childrenOf(part, "link"))
    if (!isAddress(attributes.href)) problems.push(`${called}: link ${attributes.href}`);
  for (const { text } of childrenOf(part, "author").flatMap((author) => childrenOf(author, "name")))
    if (!isText(text)) problems.push(`${called}: an author without a name`);
  return problems;
}

const sitemaps = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** sitemaps.org 0.9, and Google's rules for videos in it. */
export function sitemapProblems(source: string): string[] {
  const root = readXml(source);
  const each = root.name === `{${sitemaps}}urlset` ? "url" : "sitemap";
  if (each === "sitemap" && root.name !== `{${sitemaps}}sitemapindex`) return [`the root is ${root.name}`];
  const problems = Buffer.byteLength(source) > 50 * 1024 * 1024 ? ["more than 50 MB"] : [];
  const entries = childrenOf(root, each);
  if (entries.length > 50_000) problems.push("more than 50,000 entries");
  const locations = entries.map((entry) => childrenOf(entry, "loc")[0]?.text ?? "");
  if (new Set(locations).size < locations.length) problems.push("an address stands twice");
  for (const entry of entries) {
    const [loc = "", changed] = [childrenOf(entry, "loc")[0]?.text, childrenOf(entry, "lastmod")[0]?.text];
    if (!isAddress(loc) || loc.length > 2_048) problems.push(`loc ${loc}`);
    if (changed !== undefined && !iso.test(changed)) problems.push(`lastmod ${changed}`);
    for (const video of childrenOf(entry, "video")) problems.push(...videoProblems(video, loc));
  }
  return problems;
}

function videoProblems(video: XmlElement, loc: string): string[] {
  const of = (name: string) => childrenOf(video, name)[0]?.text;
  const player = of("player_loc") ?? of("content_loc");
  const duration = Number(of("duration") ?? 1);
  return [
    ...(video.name.startsWith("{http://www.google.com/schemas/sitemap-video/1.1}") ? [] : [video.name]),
    ...(isAddress(of("thumbnail_loc")) ? [] : ["no thumbnail"]),
    ...(isText(of("title")) && of("title")!.length <= 100 ? [] : ["title"]),
    ...(isText(of("description")) && of("description")!.length <= 2_048 ? [] : ["description"]),
    ...(isAddress(player) && player !== loc ? [] : [`player ${player}`]),
    ...(Number.isInteger(duration) && duration >= 1 && duration <= 28_800 ? [] : [`duration ${duration}`]),
    ...(/^(?:yes|no)$/.test(of("requires_subscription") ?? "no") ? [] : ["requires_subscription"]),
  ];
}

type Rule = (value: unknown) => boolean;
type Node = Record<string, unknown>;

const optional =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined || rule(value);
const listOf =
  (rule: Rule): Rule =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every(rule);
const isWhole: Rule = (value) => Number.isInteger(value) && (value as number) >= 0;
const isBoolean: Rule = (value) => typeof value === "boolean";
const isDate: Rule = (value) =>
  typeof value === "string" && (iso.test(value) || /^\d{4}(?:-\d\d){0,2}$/.test(value));
const isDuration: Rule = (value) =>
  typeof value === "string" && /^PT(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?$/.test(value);
const isNode =
  (type: string): Rule =>
  (value) =>
    (value as Node | null)?.["@type"] === type && nodeProblems(value as Node).length === 0;
const references: Rule = (value) => isAddress((value as Node | null)?.["@id"]);
const work = {
  name: isText,
  image: isAddress,
  url: isAddress,
  description: optional(isText),
  alternateName: optional(isText),
  genre: (value: unknown) => Array.isArray(value) && value.every(isText),
  actor: optional(listOf(isNode("Person"))),
  director: optional(listOf(isNode("Person"))),
  contentRating: isText,
  isAccessibleForFree: isBoolean,
};

/** What Google's documentation demands of each type, and the terms of schema.org that we use with their types. */
const types: Record<string, Record<string, Rule>> = {
  Movie: { ...work, dateCreated: isDate },
  TVSeries: {
    ...work,
    startDate: isDate,
    numberOfEpisodes: isWhole,
    numberOfSeasons: optional(isWhole),
  },
  TVEpisode: {
    name: optional(isText),
    episodeNumber: isWhole,
    partOfSeason: optional(isNode("TVSeason")),
    partOfSeries: references,
  },
  TVSeason: { seasonNumber: (value) => isWhole(value) && (value as number) > 0 },
  VideoObject: {
    name: isText,
    description: isText,
    thumbnailUrl: listOf(isAddress),
    uploadDate: (value) => typeof value === "string" && iso.test(value),
    url: isAddress,
    embedUrl: isAddress,
    duration: optional(isDuration),
    requiresSubscription: isBoolean,
    isAccessibleForFree: isBoolean,
    about: (value) => references(value) || isNode("TVEpisode")(value),
  },
  Person: { name: isText, url: optional(isAddress) },
  BreadcrumbList: { itemListElement: listOf(isNode("ListItem")) },
  ListItem: {
    position: (value) => Number.isInteger(value) && (value as number) > 0,
    name: isText,
    item: isAddress,
  },
  CollectionPage: {
    name: isText,
    description: optional(isText),
    url: isAddress,
    mainEntity: isNode("ItemList"),
  },
  ItemList: { numberOfItems: isWhole, itemListElement: listOf(isNode("ListItem")) },
  WebSite: { name: isText, url: isAddress, description: isText, potentialAction: isNode("SearchAction") },
  SearchAction: {
    target: isNode("EntryPoint"),
    "query-input": (value) => value === "required name=search_term_string",
  },
  EntryPoint: { urlTemplate: (value) => isText(value) && value.includes("{search_term_string}") },
};

/** The nodes of a page's JSON-LD, and what is wrong with them. */
export function structuredDataOf(html: string): { nodes: Node[]; problems: string[] } {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)];
  const data = scripts.map(([, text]) => JSON.parse(text!) as Node);
  const nodes = data.flatMap((one) => (one["@graph"] ?? []) as Node[]);
  const foreign = data.filter((one) => one["@context"] !== "https://schema.org").map(() => "another context");
  return { nodes, problems: [...foreign, ...nodes.flatMap(nodeProblems)] };
}

function nodeProblems(node: Node): string[] {
  const type = String(node["@type"]);
  const rules = types[type];
  if (!rules) return [`unknown type ${type}`];
  const unknown = Object.keys(node).filter(
    (name) => !(name in rules) && !/^@(?:type|id)$|^inLanguage$/.test(name),
  );
  const wrong = Object.entries(rules).filter(([name, rule]) => !rule(node[name]));
  return [
    ...unknown.map((name) => `${type} has no ${name}`),
    ...wrong.map(([name]) => `${type}.${name} is ${JSON.stringify(node[name])}`),
  ];
}
