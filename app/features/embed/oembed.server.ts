import type { Movie } from "../../../contract/index.ts";
import { embedBarPx, embedCode, embedPath } from "../../lib/embed-code.ts";
import { escapeXml } from "../../lib/xml.ts";

type About = {
  movie: Movie;
  index: number;
  origin: string;
  /** Name of the service. */
  provider: string;
  /** The largest that fits, in pixels; undefined = any. */
  most: { width: number | undefined; height: number | undefined };
};

const usualWidth = 640;
/** Limits of a frame's width in pixels: what is smaller shows nothing. */
const [narrowest, widest] = [200, 1_920];

/** An answer as oEmbed 1.0 has it for videos (https://oembed.com), in the order of its fields. */
export function oembedOf({ movie, index, origin, provider, most }: About): Record<string, string | number> {
  const asked = Math.min(most.width ?? usualWidth, widest);
  const byHeight = most.height === undefined ? widest : Math.floor(((most.height - embedBarPx) * 16) / 9);
  const width = Math.max(Math.min(asked, byHeight), narrowest);
  const height = Math.round((width * 9) / 16) + embedBarPx;
  return {
    version: "1.0",
    type: "video",
    title: movie.title,
    provider_name: provider,
    provider_url: `${origin}/`,
    cache_age: 3_600,
    thumbnail_url: `${origin}${movie.artwork.path}/backdrop-640.webp?v=${movie.artwork.version}`,
    thumbnail_width: 640,
    thumbnail_height: 360,
    html: embedCode({
      url: origin + embedPath(movie.id, index),
      title: movie.title,
      size: { width, height },
    }),
    width,
    height,
  };
}

/** The same as XML. */
export function oembedXml(fields: Record<string, string | number>): string {
  const lines = Object.entries(fields).map(
    ([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${lines.join("\n")}\n</oembed>\n`;
}

/** What an address of ours names: a movie by its id or its code, and an episode. */
export type Named = { id: string; index: number } | { code: string; index: number };

const ours = /^\/(?:video|embed)\/([a-z0-9][a-z0-9-]{0,63})(?:\/([1-9]\d{0,3}))?\/?$/;
const short = /^\/s\/([\w-]{10})(?:\/([1-9]\d{0,3}))?\/?$/;

/** @returns null for an address of another site, or of no video */
export function namedBy(address: string, origin: string): Named | null {
  const url = URL.parse(address);
  if (!url || url.origin !== origin) return null;
  const [, id, index = "1"] = ours.exec(url.pathname) ?? [];
  if (id !== undefined) return { id, index: Number(index) };
  const [, code, of = "1"] = short.exec(url.pathname) ?? [];
  return code === undefined ? null : { code, index: Number(of) };
}
