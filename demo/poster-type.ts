import type { DemoMovie, PosterLayout } from "./demo-movie.ts";
import { W, H, type, widthOf, fit, paleOnSky, breakTitle, credits, stacked, scrim } from "./poster-lines.ts";
import { mix } from "./scenes/colour.ts";
import { fade, n } from "./scenes/layer.ts";
import type { Palette } from "./scenes/named-palettes.ts";

type Setting = { readonly over: string; readonly pictureHeight: number };

const framing = (title: DemoMovie) => {
  const lines = breakTitle(title.texts["en"]!.title, 2);
  const size = fit(lines, "serif", W - 60, 44);
  return { lines, size, edge: H - 74 - size * (0.74 + (lines.length - 1)) };
};

const archway = (title: DemoMovie) => {
  const lines = breakTitle(title.texts["en"]!.title.toUpperCase(), 2);
  const size = fit(lines, "italiana", W - 90, 32, 0.16);
  return { lines, size, foot: H - 66 - size * (0.74 + (lines.length - 1) * 1.2) };
};

const LAYOUTS: Record<PosterLayout, (title: DemoMovie, palette: Palette) => string> = {
  headline: (title, palette) => {
    const lines = breakTitle(title.texts["en"]!.title.toUpperCase(), 3);
    const size = fit(lines, "bebas", W - 44, 104);
    const tall = size * (0.74 + (lines.length - 1) * 0.86);
    const top = H - 56 - tall;
    const veil = mix(palette.near, "#000000", 0.25);
    const pale = mix(palette.light, "#ffffff", 0.5);
    return (
      fade("type-a", top - 130, H, [
        [0, veil, 0],
        [180 / (H - top + 130), veil, 0.76],
        [1, veil, 0.86],
      ]) +
      `<rect y="${n(top - 130)}" width="${W}" height="${n(H - top + 130)}" fill="url(#type-a)"/>` +
      type({
        text: title.poster.tagline.toUpperCase(),
        x: W / 2,
        y: top - 12,
        size: Math.min(9.6, (9.6 * (W - 60)) / widthOf(title.poster.tagline.toUpperCase(), "bold", 9.6, 2)),
        face: "bold",
        fill: pale,
        spacing: 2,
        anchor: "middle",
      }) +
      stacked(lines, "bebas", W / 2, top, size, 0.86, pale, "middle") +
      credits(title, H - 26, mix(pale, palette.haze, 0.4))
    );
  },
  serif: (title, palette) => {
    const lines = breakTitle(title.texts["en"]!.title, 3);
    const size = fit(lines, "serif", W - 64, 62);
    const ink = paleOnSky(palette) ? mix(palette.light, "#ffffff", 0.6) : mix(palette.near, "#000000", 0.15);
    const end = 44 + size * (0.74 + (lines.length - 1) * 0.98);
    return (
      (paleOnSky(palette)
        ? scrim("type-a", palette.sky[0], 230, 0, 0.7)
        : scrim("type-a", mix(palette.sky[3], "#ffffff", 0.35), 250, 0, 0.55)) +
      stacked(lines, "serif", W / 2, 44, size, 0.98, ink, "middle") +
      `<rect x="${W / 2 - 16}" y="${n(end + 13)}" width="32" height="0.9" fill="${ink}"/>` +
      type({
        text: title.poster.tagline,
        x: W / 2,
        y: end + 36,
        size: Math.min(15, (15 * (W - 70)) / widthOf(title.poster.tagline, "italic", 15)),
        face: "italic",
        fill: ink,
        anchor: "middle",
      }) +
      scrim("type-b", mix(palette.near, "#000000", 0.3), H - 110, H, 0.92) +
      credits(title, H - 22, mix(palette.light, palette.haze, 0.25))
    );
  },
  wide: (title, palette) => {
    const lines = breakTitle(title.texts["en"]!.title.toUpperCase(), 3);
    const size = fit(lines, "italiana", W - 66, 46, 0.2);
    const tall = size * (0.74 + (lines.length - 1) * 1.22);
    const top = 134 - tall / 2;
    const ink = paleOnSky(palette) ? mix(palette.light, "#ffffff", 0.7) : mix(palette.near, "#000000", 0.1);
    const veil = paleOnSky(palette) ? palette.sky[0] : mix(palette.sky[3], "#ffffff", 0.3);
    const rule = (y: number) =>
      `<rect x="${W / 2 - 60}" y="${n(y)}" width="120" height="0.7" fill="${ink}"/>`;
    return (
      fade("type-a", 20, 290, [
        [0, veil, 0],
        [0.45, veil, 0.42],
        [1, veil, 0],
      ]) +
      `<rect width="${W}" height="290" fill="url(#type-a)"/>` +
      type({
        text: `A FILM BY ${title.poster.director.toUpperCase()}`,
        x: W / 2,
        y: top - 26,
        size: 8.6,
        face: "bold",
        fill: ink,
        spacing: 2.6,
        anchor: "middle",
      }) +
      rule(top - 14) +
      stacked(lines, "italiana", W / 2, top, size, 1.22, ink, "middle", 0.2) +
      rule(top + tall + 14) +
      type({
        text: title.poster.tagline,
        x: W / 2,
        y: top + tall + 38,
        size: 12.5,
        face: "italic",
        fill: ink,
        anchor: "middle",
      }) +
      scrim("type-b", mix(palette.near, "#000000", 0.3), H - 100, H, 0.9) +
      credits(title, H - 22, mix(palette.light, palette.haze, 0.25))
    );
  },
  vertical: (title, palette) => {
    const text = title.texts["en"]!.title.toUpperCase();
    const size = fit([text], "italiana", H - 120, 50, 0.24);
    const day = palette.dark < 0.2;
    const pale = day ? mix(palette.near, "#000000", 0.1) : mix(palette.light, "#ffffff", 0.6);
    const veil = day ? mix(palette.sky[3], "#ffffff", 0.35) : mix(palette.near, "#000000", 0.2);
    return (
      `<linearGradient id="type-a" x1="0" x2="1"><stop offset="0" stop-color="${veil}" stop-opacity="0.72"/><stop offset="1" stop-color="${veil}" stop-opacity="0"/></linearGradient><rect width="170" height="${H}" fill="url(#type-a)"/>` +
      type({
        text,
        x: 30 + size * 0.72,
        y: H - 48,
        size,
        face: "italiana",
        fill: pale,
        spacing: size * 0.24,
        turn: true,
      }) +
      `<rect x="${n(30 + size * 0.72 + 15)}" y="48" width="0.8" height="${H - 96}" fill="${pale}" fill-opacity="0.7"/>` +
      type({
        text: title.poster.tagline.toUpperCase(),
        x: 30 + size * 0.72 + 31,
        y: H - 48,
        size: 8.8,
        face: "bold",
        fill: pale,
        spacing: 2.4,
        turn: true,
      }) +
      type({
        text: String(title.year),
        x: W - 26,
        y: 46,
        size: 13,
        face: "light",
        fill: pale,
        spacing: 3,
        anchor: "end",
      }) +
      scrim("type-b", veil, H - 70, H, 0.6) +
      type({
        text: `${title.poster.director}`.toUpperCase(),
        x: W - 26,
        y: H - 26,
        size: 9.5,
        face: "bold",
        fill: pale,
        spacing: 2,
        anchor: "end",
      })
    );
  },
  stack: (title, palette) => {
    const lines = breakTitle(title.texts["en"]!.title.toLowerCase(), 4);
    const size = fit(lines, "bold", W - 60, 60, -0.02);
    const tall = size * (0.74 + (lines.length - 1) * 0.9);
    const ink = paleOnSky(palette) ? mix(palette.light, "#ffffff", 0.5) : mix(palette.near, "#000000", 0.1);
    const veil = paleOnSky(palette) ? palette.sky[0] : mix(palette.sky[2], "#ffffff", 0.45);
    return (
      scrim("type-a", veil, 300, 0, 0.6) +
      type({ text: String(title.year), x: 28, y: 44, size: 11, face: "bold", fill: ink, spacing: 2 }) +
      type({
        text: title.poster.director,
        x: W - 28,
        y: 44,
        size: 11,
        face: "light",
        fill: ink,
        anchor: "end",
        spacing: 0.4,
      }) +
      `<rect x="28" y="54" width="${W - 56}" height="1.4" fill="${ink}"/>` +
      stacked(lines, "bold", 26, 72, size, 0.9, ink, "start", -0.02) +
      type({ text: title.poster.tagline, x: 28, y: 72 + tall + 26, size: 12.5, face: "italic", fill: ink }) +
      scrim("type-b", mix(palette.near, "#000000", 0.3), H - 100, H, 0.9) +
      credits(title, H - 22, mix(palette.light, palette.haze, 0.25), 28, "start")
    );
  },
  frame: (title, palette) => {
    const paper = mix(mix(palette.sky[3], "#fbf6ea", 0.72), palette.light, 0.1);
    const ink = mix(palette.near, "#14110f", 0.35);
    const { lines, size, edge } = framing(title);
    return (
      `<path fill-rule="evenodd" d="M0 0H${W}V${H}H0ZM18 18V${n(edge)}H${W - 18}V18Z" fill="${paper}"/>` +
      stacked(lines, "serif", 20, edge + 20, size, 1, ink, "start") +
      `<rect x="20" y="${H - 40}" width="${W - 40}" height="0.8" fill="${ink}"/>` +
      type({ text: title.poster.tagline, x: 20, y: H - 21, size: 11.5, face: "italic", fill: ink }) +
      type({
        text: `${title.poster.director.toUpperCase()}  ${title.year}`,
        x: W - 20,
        y: H - 21,
        size: 9,
        face: "bebas",
        fill: ink,
        spacing: 1,
        anchor: "end",
      })
    );
  },
  arch: (title, palette) => {
    const paper = mix(palette.near, palette.sky[0], 0.22);
    const gold = mix(palette.light, palette.glow, 0.35);
    const { lines, size, foot } = archway(title);
    const [l, r, spring] = [34, W - 34, 34 + (W - 68) / 2];
    const arch = `M${l} ${n(foot - 26)}V${spring}A${(r - l) / 2} ${(r - l) / 2} 0 0 1 ${r} ${spring}V${n(foot - 26)}Z`;
    return (
      `<path fill-rule="evenodd" d="M0 0H${W}V${H}H0Z${arch}" fill="${paper}"/>` +
      `<path d="M${l - 7} ${n(foot - 19)}V${spring}A${(r - l) / 2 + 7} ${(r - l) / 2 + 7} 0 0 1 ${r + 7} ${spring}V${n(foot - 19)}Z" fill="none" stroke="${gold}" stroke-width="0.9"/>` +
      stacked(lines, "italiana", W / 2, foot, size, 1.2, gold, "middle", 0.16) +
      type({
        text: title.poster.tagline,
        x: W / 2,
        y: H - 44,
        size: 12,
        face: "italic",
        fill: mix(gold, "#ffffff", 0.3),
        anchor: "middle",
      }) +
      credits(title, H - 20, mix(gold, paper, 0.3))
    );
  },
  crown: (title, palette) => {
    const lines = breakTitle(title.texts["en"]!.title.toUpperCase(), 2);
    const size = fit(lines, "bebas", W - 52, 84, 0.02);
    const pale = mix(palette.light, "#ffffff", 0.55);
    // Below the corner with the page's badge.
    const top = 76;
    return (
      scrim("type-a", mix(palette.sky[0], "#000000", 0.3), 240, 0, 0.8) +
      stacked(lines, "bebas", W / 2, top, size, 0.88, pale, "middle", 0.02) +
      scrim("type-b", mix(palette.near, "#000000", 0.4), H - 130, H, 0.94) +
      type({
        text: title.poster.tagline.toUpperCase(),
        x: W / 2,
        y: H - 46,
        size: Math.min(9.2, (9.2 * (W - 60)) / widthOf(title.poster.tagline.toUpperCase(), "bold", 9.2, 2.6)),
        face: "bold",
        fill: pale,
        spacing: 2.6,
        anchor: "middle",
      }) +
      credits(title, H - 22, mix(pale, palette.haze, 0.25))
    );
  },
};

/** The type of a poster as SVG to lay over a 360-unit wide picture of the height returned, on a 360 × 540 sheet. */
export const posterType = (title: DemoMovie, palette: Palette): Setting => {
  const { layout } = title.poster;
  const pictureHeight =
    layout === "frame" ? framing(title).edge : layout === "arch" ? archway(title).foot - 22 : H;
  return { over: LAYOUTS[layout](title, palette), pictureHeight };
};
