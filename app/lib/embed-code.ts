import { escapeXml } from "./xml.ts";

/** Height of the bar above an embedded video, in pixels: app/features/embed/embed-page.server.ts. */
export const embedBarPx = 44;

/** Address of the page that other sites show in a frame: path of an episode without its beginning `/video`. */
export function embedPath(id: string, index: number): string {
  return index === 1 ? `/embed/${id}` : `/embed/${id}/${index}`;
}

/**
 * The markup by which another site shows a movie.
 * @param size pixels; left out, it fills the width that there is
 */
export function embedCode({
  url,
  title,
  size,
}: {
  url: string;
  title: string;
  size?: { width: number; height: number };
}): string {
  const measures = size
    ? `width="${size.width}" height="${size.height}" style="border:0"`
    : `style="border:0;width:100%;aspect-ratio:16/10"`;
  return `<iframe src="${escapeXml(url)}" title="${escapeXml(title)}" ${measures} loading="lazy" allow="fullscreen; picture-in-picture" allowfullscreen></iframe>`;
}
