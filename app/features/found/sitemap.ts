import { needsVip } from "../../../contract/catalogue/values.ts";
import type { ListedMovie } from "../../../contract/catalogue/feeds.ts";
import { embedPath } from "../../lib/embed-code.ts";
import { beginningOf, escapeXml } from "../../lib/xml.ts";

const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";
const videoNamespace = "http://www.google.com/schemas/sitemap-video/1.1";

/** The beginning and the end of a part. */
export const partHead = `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="${namespace}" xmlns:video="${videoNamespace}">
`;
export const partEnd = "</urlset>\n";

/**
 * The list of all parts (sitemaps.org).
 * @param counts how many parts there are of each kind
 */
export function sitemapIndex(origin: string, counts: Record<string, number>): string {
  const parts = Object.entries(counts).flatMap(([of, count]) =>
    Array.from({ length: count }, (_, at) => `${origin}/sitemap/${of}/${at + 1}.xml`),
  );
  const lines = parts.map((part) => `<sitemap><loc>${escapeXml(part)}</loc></sitemap>\n`);
  return `<?xml version="1.0" encoding="utf-8"?>\n<sitemapindex xmlns="${namespace}">\n${lines.join("")}</sitemapindex>\n`;
}

/** A page; without its address in other languages, which the page itself names. */
export function pageEntry(address: string, changedAt: string | null): string {
  const changed = changedAt ? `<lastmod>${changedAt}</lastmod>` : "";
  return `<url><loc>${escapeXml(address)}</loc>${changed}</url>\n`;
}

/** The page of a title, and its video if it can be watched. The texts are at most as long as Google reads them. */
export function movieEntry(origin: string, movie: ListedMovie): string {
  const address = `${origin}/video/${movie.id}`;
  const { video, artwork } = movie;
  if (!video) return pageEntry(address, movie.updatedAt);
  const seconds = Math.round(video.durationS ?? 0);
  const facts = [
    ["thumbnail_loc", `${origin}${artwork.path}/backdrop-1280.webp?v=${artwork.version}`],
    ["title", beginningOf(movie.title, 100)],
    ["description", beginningOf(movie.description.trim() || movie.title, 2_048)],
    [
      "player_loc",
      movie.embeddable ? origin + embedPath(movie.id, video.index) : `${address}/${video.index}`,
    ],
    // Google reads 1 to 28,800.
    ...(seconds >= 1 && seconds <= 28_800 ? [["duration", String(seconds)]] : []),
    ["publication_date", movie.publishedAt],
    ["requires_subscription", needsVip(movie.access) ? "yes" : "no"],
  ];
  const written = facts.map(([name, value]) => `<video:${name}>${escapeXml(value!)}</video:${name}>`);
  return `<url><loc>${escapeXml(address)}</loc><lastmod>${movie.updatedAt}</lastmod><video:video>${written.join("")}</video:video></url>\n`;
}
