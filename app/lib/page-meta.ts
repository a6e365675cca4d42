import type { AppLoadContext, MetaDescriptor } from "@remix-run/node";
import { iconAddress } from "../../contract/service/brand-facts.ts";
import { languageTag, locales, type Locale } from "../../contract/locales.ts";
import { withRegion } from "./formats.ts";
import {
  addressLanguage,
  inLanguage,
  inLanguages,
  isPublicPage,
  requestLanguage,
} from "./request-language.ts";

/** Data about a page for search engines and link previews. */
export type PageFacts = {
  title: string;
  description: string;
  /** Canonical, absolute, in the language of the page. */
  url: string;
  /** Absolute. */
  image: string;
  siteName: string;
  /** The service's own language, in which addresses name none. */
  own: Locale;
  kind: "website" | "video.movie" | "video.tv_show" | "video.episode";
  /**
   * False for pages that search engines must not list: personal ones, and a search's results, which share the search
   * page's canonical address.
   */
  indexed: boolean;
};

/**
 * Facts of a page, created in its loader, where language and origin are known. The query is canonical only if given.
 */
export function pageFacts(
  request: Request,
  context: AppLoadContext,
  page: {
    title: string;
    description: string;
    siteName: string;
    image?: string;
    kind?: PageFacts["kind"];
    indexed?: boolean;
    /** Path and query of the page, if the query makes it another page. */
    address?: string;
  },
): PageFacts {
  const { brand } = context;
  const {
    image = iconAddress(brand, "icon-512.png"),
    kind = "website",
    indexed = true,
    address,
    ...words
  } = page;
  const { pathname } = new URL(request.url);
  const url = new URL(address ?? pathname, context.origin).href;
  const own = brand.language;
  return {
    ...words,
    own,
    kind,
    indexed: indexed && isPublicPage(pathname),
    url: isPublicPage(pathname) ? inLanguage(url, requestLanguage(request, own), own) : url,
    image: new URL(image, context.origin).href,
  };
}

/** The tags for a page's facts; none without facts (its loader failed): the document's own title is the name of the site. */
export function pageMeta(page: PageFacts | undefined): MetaDescriptor[] {
  if (!page) return [];
  return [
    { title: page.title },
    { name: "description", content: page.description },
    ...(page.indexed ? [] : [{ name: "robots", content: "noindex" }]),
    { tagName: "link", rel: "canonical", href: page.url },
    ...(page.indexed ? alternates(page) : []),
    { property: "og:type", content: page.kind },
    { property: "og:site_name", content: page.siteName },
    { property: "og:title", content: page.title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: page.url },
    ...(page.indexed ? [openGraphLocale(page)] : []),
    { property: "og:image", content: page.image },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** The page's addresses in every language; that of the service's own is also the one for all other languages. */
function alternates({ url, own }: PageFacts): MetaDescriptor[] {
  const link = (hrefLang: string, href: string) => ({ tagName: "link", rel: "alternate", hrefLang, href });
  const hrefIn = inLanguages(url, own);
  return [
    link("x-default", hrefIn(own)),
    ...locales.map((locale) => link(languageTag(locale), hrefIn(locale))),
  ];
}

/** The language of the page as OpenGraph names it, with its most usual region: `zh_TW`. */
function openGraphLocale({ url, own }: PageFacts): MetaDescriptor {
  return { property: "og:locale", content: withRegion(addressLanguage(url) ?? own) };
}

/** Lets readers of feeds find what is new on a page, in its language. */
export function feedLink(page: PageFacts, path: string, title: string): MetaDescriptor {
  const { pathname, search } = new URL(besides(page, path));
  const type = "application/atom+xml";
  return { tagName: "link", rel: "alternate", type, title, href: pathname + search };
}

/** Tells other sites how to show the page's video (https://oembed.com). */
export function oembedLink({ url }: PageFacts): MetaDescriptor {
  const href = `/oembed?url=${encodeURIComponent(withoutQuery(url))}`;
  return { tagName: "link", rel: "alternate", type: "application/json+oembed", href };
}

/** Lets browsers search here by their own field. */
export function searchLink(page: PageFacts): MetaDescriptor {
  const { pathname, search } = new URL(besides(page, "/opensearch.xml"));
  const type = "application/opensearchdescription+xml";
  return { tagName: "link", rel: "search", type, title: page.siteName, href: pathname + search };
}

function withoutQuery(address: string): string {
  const url = new URL(address);
  url.search = "";
  return url.href;
}

/** Another address of the site, in the page's language. */
function besides(page: PageFacts, path: string): string {
  return inLanguage(new URL(path, page.url).href, addressLanguage(page.url) ?? page.own, page.own);
}
