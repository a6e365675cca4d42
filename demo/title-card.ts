import type { DemoEpisode, DemoMovie } from "./demo-movie.ts";
import type { Face } from "./fonts.ts";
import { fit, type } from "./poster-lines.ts";
import { mix } from "./scenes/colour.ts";
import { resolvePalette } from "./scenes/palettes.ts";

/** The opening title of a movie, white with a soft shadow, as a whole SVG of the given size in pixels. */
export const titleCardSvg = (
  title: DemoMovie,
  episode: DemoEpisode,
  size: { width: number; height: number },
): string => {
  const text = title.texts["en"]!.title;
  const { layout, director } = title.poster;
  const face: Face =
    layout === "headline" || layout === "crown"
      ? "bebas"
      : layout === "stack"
        ? "bold"
        : layout === "serif" || layout === "frame"
          ? "serif"
          : "italiana";
  const capital = face === "bebas" || face === "italiana" ? text.toUpperCase() : text;
  const tracking = face === "italiana" ? 0.22 : face === "bebas" ? 0.08 : 0;
  const big = fit([capital], face, 520, face === "bebas" ? 64 : 48, tracking);
  const below =
    title.kind === "series"
      ? `Episode ${episode.index}  ·  ${episode.texts["en"]?.title ?? ""}`
      : `A film by ${director}`;
  const shadow = mix(resolvePalette(title.scene).near, "#000000", 0.2);
  const lines = (fill: string, dx: number) =>
    type({
      text: capital,
      x: 320 + dx,
      y: 180 + dx,
      size: big,
      face,
      fill,
      spacing: big * tracking,
      anchor: "middle",
    }) +
    type({
      text: below.toUpperCase(),
      x: 320 + dx,
      y: 212 + dx,
      size: 11,
      face: "bold",
      fill,
      spacing: 3,
      anchor: "middle",
    });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 640 360">` +
    `<radialGradient id="v" gradientUnits="userSpaceOnUse" cx="320" cy="180" r="330" gradientTransform="translate(0 112) scale(1 0.38)"><stop offset="0" stop-color="${shadow}" stop-opacity="0.5"/><stop offset="0.5" stop-color="${shadow}" stop-opacity="0.24"/><stop offset="1" stop-color="${shadow}" stop-opacity="0"/></radialGradient><rect width="640" height="360" fill="url(#v)"/>` +
    `${lines("#000000", 1)}${lines("#ffffff", 0)}</svg>`
  );
};
