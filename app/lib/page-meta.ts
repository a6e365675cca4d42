import type { AppLoadContext, MetaDescriptor } from "@remix-run/node";

/** Data about a page for search engines and link previews. */
export type PageFacts = {
  title: string;
  description: string;
  /** Canonical, absolute. */
  url: string;
  /** Absolute. */
  image: string;
  siteName: string;
  kind: "website" | "video.movie" | "video.tv_show";
  /**
   * False for pages that search engines must not list. A search's results share the search page's canonical address.
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
  const { image = "/icons/icon-512.png", kind = "website", indexed = true, address, ...words } = page;
  const url = new URL(address ?? new URL(request.url).pathname, context.origin);
  return { ...words, kind, indexed, url: url.href, image: new URL(image, context.origin).href };
}

/** The tags for a page's facts; without facts (its loader failed) only the name of the site. */
export function pageMeta(page: PageFacts | undefined): MetaDescriptor[] {
  if (!page) return [{ title: "Matinee" }];
  return [
    { title: page.title },
    { name: "description", content: page.description },
    ...(page.indexed ? [] : [{ name: "robots", content: "noindex" }]),
    { tagName: "link", rel: "canonical", href: page.url },
    { property: "og:type", content: page.kind },
    { property: "og:site_name", content: page.siteName },
    { property: "og:title", content: page.title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: page.url },
    { property: "og:image", content: page.image },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
