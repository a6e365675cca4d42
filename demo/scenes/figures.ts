import { mix } from "./colour.ts";
import { type Canvas, glow, type Layer, n, panning, panSpeed, still } from "./layer.ts";
import { atDepth } from "./palettes.ts";
import type { Figure, ScenePart } from "./spec.ts";

type Of<K extends ScenePart["kind"]> = Extract<ScenePart, { kind: K }>;

/**
 * Silhouettes in a 100-unit box, feet at (0, 0), looking left, y upwards negative.
 * `accent` is painted in the colour of the light.
 */
const SHAPES: Record<Figure, { dark: string; accent?: string }> = {
  walker: {
    dark: "M-8 0L-3 -34L-9 -62Q-9 -74 0 -75Q10 -74 10 -62L8 -34L13 0H6L1 -30L-2 0ZM-7 -86a8 8.5 0 1 0 16 0a8 8.5 0 1 0 -16 0ZM9 -70Q20 -66 19 -48L12 -46Z M-9 -64L-17 -40L-14 -39L-5 -56ZM-19 -46L-17 -46L-12 0L-14 0Z",
  },
  umbrella: {
    dark: "M-8 0L-4 -30L-13 -34L-6 -66Q0 -72 7 -66L14 -34L6 -30L9 0H3L1 -28L-3 0ZM-7 -77a7 8 0 1 0 14 0a7 8 0 1 0 -14 0ZM-9 -56L-14 -70L-12 -104L-10 -104L-11 -70L-4 -60Z",
    accent:
      "M-48 -92Q-42 -122 -11 -124Q22 -122 27 -92Q20 -98 14 -92Q7 -99 0 -92Q-5 -98 -11 -92Q-17 -98 -22 -92Q-29 -99 -36 -92Q-42 -98 -48 -92Z",
  },
  child: {
    dark: "M-6 0L-4 -22L-10 -24L-5 -46Q0 -50 5 -46L11 -24L4 -22L7 0H2L0 -20L-2 0ZM-7 -56a7 7 0 1 0 14 0a7 7 0 1 0 -14 0ZM-5 -44L-20 -58L-18 -60L-3 -48Z",
    accent: "M-19 -59L-58 -110L-57.6 -110.4L-18.4 -59.4ZM-58 -134L-44 -112L-58 -98L-72 -114Z",
  },
  cyclist: {
    dark: "M-46 -18a18 18 0 1 0 36 0a18 18 0 1 0 -36 0ZM-43 -18a15 15 0 1 1 30 0a15 15 0 1 1 -30 0ZM14 -18a18 18 0 1 0 36 0a18 18 0 1 0 -36 0ZM17 -18a15 15 0 1 1 30 0a15 15 0 1 1 -30 0ZM-29 -19L-18 -46L-21 -52L-30 -52L-30 -55L-18 -55L-13 -46L14 -46L32 -19L29 -17L12 -42L1 -17L-3 -17L-15 -42L-26 -17ZM10 -50h16v4h-16ZM12 -50Q14 -74 -2 -82Q-9 -84 -12 -76L-22 -58L-19 -56L-8 -68L2 -52L-6 -34L-3 -18H2L1 -32L10 -46ZM-18 -92a8 8 0 1 0 16 0a8 8 0 1 0 -16 0Z",
  },
  deer: {
    dark: "M-26 0L-24 -30Q-28 -44 -22 -52L-34 -72L-46 -70Q-50 -74 -46 -77L-36 -84Q-32 -88 -26 -84L-14 -60Q6 -62 22 -58Q32 -56 31 -46L28 -30L31 0H26L21 -30Q4 -32 -12 -30L-14 -28L-13 0H-17L-19 -26L-22 0ZM-32 -84L-40 -98L-36 -112L-35 -111L-37 -99L-30 -92L-32 -108L-26 -118L-25 -117L-29 -107L-27 -86ZM-28 -84L-18 -96L-20 -110L-18 -110L-15 -96L-8 -104L-7 -103L-14 -92L-25 -83Z",
  },
  fox: {
    dark: "M-30 0L-29 -16L-34 -28L-48 -26L-54 -30L-44 -36L-44 -46L-38 -40L-32 -46L-30 -38Q-22 -30 -6 -31Q14 -34 20 -26Q40 -28 58 -10Q44 -8 30 -14L23 -16L24 0H19L15 -16L-16 -15L-20 0H-24L-23 -14L-26 0Z",
  },
  rider: {
    dark: "M-36 0L-31 -30Q-34 -44 -28 -50L-44 -72L-60 -64Q-64 -68 -60 -72L-46 -86L-40 -90L-36 -84L-20 -60L26 -58Q40 -54 42 -20L38 -18L34 -44L32 -26L36 0H31L25 -26Q0 -34 -18 -30L-22 -2H-27L-26 -28L-31 0ZM-12 -58L-14 -84Q-12 -96 -3 -97Q7 -96 8 -84L8 -58L2 -38H-4L0 -56ZM-12 -108a7.5 8 0 1 0 15 0a7.5 8 0 1 0 -15 0ZM-17 -111L8 -113L8 -110L-17 -108Z",
  },
  camels: {
    dark: [-150, -62, 26, 112]
      .map(
        (dx, i) =>
          `M${dx - 24} 0L${dx - 21} -40Q${dx - 36} -44 ${dx - 38} -62L${dx - 48} -62L${dx - 50} -67L${dx - 40} -73Q${dx - 33} -72 ${dx - 32} -62Q${dx - 29} -54 ${dx - 18} -55Q${dx - 12} -60 ${dx - 6} -58Q${dx} -76 ${dx + 7} -58Q${dx + 22} -56 ${dx + 23} -42L${dx + 26} -22L${dx + 24} 0H${dx + 20}L${dx + 19} -22L${dx + 14} -34L${dx - 10} -33L${dx - 14} 0H${dx - 18}L${dx - 17} -34L${dx - 20} 0Z${i % 2 === 0 ? `M${dx - 6} -62Q${dx} -88 ${dx + 5} -88Q${dx + 11} -84 ${dx + 9} -62ZM${dx - 1} -93a5 5.5 0 1 0 10 0a5 5.5 0 1 0 -10 0Z` : ""}`,
      )
      .join(""),
  },
  whale: {
    dark: "M-30 6Q-12 -14 -6 -52Q-22 -84 -58 -92Q-34 -104 -10 -84Q-2 -78 0 -70Q2 -78 10 -84Q34 -104 58 -92Q22 -84 8 -52Q14 -14 32 6Z",
    accent: "M-50 4Q-24 -4 0 3Q26 -4 54 4Q30 9 0 7Q-28 9 -50 4Z",
  },
  crane: {
    dark: "M-2 0L-1 -36L-14 -44Q-26 -58 -18 -76Q-12 -90 -22 -100L-44 -97L-24 -106Q-12 -108 -11 -94Q-10 -80 -14 -70Q2 -72 20 -58Q36 -46 42 -34Q20 -34 6 -38L4 -36L3 0Z",
    accent: "M-24 -106Q-20 -109 -15 -106Q-18 -103 -22 -103Z",
  },
  tent: {
    dark: "M-62 0L-4 -66L2 -74L6 -72L2 -66L60 0ZM80 0L82 -26Q76 -34 84 -40Q93 -34 88 -26L96 -10L94 0Z",
    accent: "M-4 -60L-26 0H16Z",
  },
  torii: {
    dark: "M-44 0L-40 -92H-31L-33 0ZM44 0L40 -92H31L33 0ZM-62 -104Q0 -94 62 -104L60 -92Q0 -84 -60 -92ZM-48 -72H48V-64H-48ZM-4 -92h8v22h-8Z",
  },
  windmill: {
    dark: "M-19 0L-11 -76H11L19 0ZM-13 -76Q0 -96 13 -76ZM-2 -78L-46 -132L-36 -140L2 -84ZM2 -78L50 -122L58 -113L4 -74ZM2 -74L44 -20L34 -13L-2 -72ZM-2 -78L-52 -36L-59 -46L-4 -82Z",
  },
  telescope: {
    dark: "M-14 0L-2 -52H4L18 0H14L2 -44L-9 0ZM-34 -82L26 -50L22 -42L-38 -73ZM30 0L34 -36L30 -60Q32 -70 40 -69Q49 -68 48 -56L47 -34L53 0H47L42 -32L36 0ZM31 -79a7 7.5 0 1 0 14 0a7 7.5 0 1 0 -14 0ZM32 -62L22 -52L24 -49L36 -54Z",
  },
};

const WALKING: ReadonlySet<Figure> = new Set(["walker", "cyclist", "fox", "rider", "camels", "deer"]);

/** Whether a scene has a standing figure: the camera then moves slowly, to keep it in view. */
export const hasStandingFigure = (parts: readonly ScenePart[]): boolean =>
  parts.some((part) => part.kind === "figure" && !WALKING.has(part.who) && part.who !== "whale");

/**
 * One silhouette. Walkers move with the camera and face its direction; the others stand on the ground of their depth.
 */
export const drawFigure = (part: Of<"figure">, canvas: Canvas): Layer => {
  const { frame, palette } = canvas;
  const shape = SHAPES[part.who];
  const x = frame.width * part.x;
  const y = frame.height * part.y;
  const scale = part.size / 100;
  const dark =
    part.who === "torii"
      ? mix(atDepth(palette, part.depth), "#b5341f", 0.55 * (1 - palette.dark * 0.6))
      : atDepth(palette, part.depth);
  const accent =
    part.who === "tent"
      ? mix("#ffb44e", palette.glow, 0.3)
      : part.who === "umbrella" || part.who === "child" || part.who === "crane"
        ? mix("#d63a2a", palette.near, 0.12)
        : mix(palette.light, palette.water, 0.3);
  const warm =
    part.who === "tent"
      ? glow(`${canvas.id}-g`, x, y - part.size * 0.2, part.size * 1.7, [
          [0, "#ffb44e", 0.6],
          [0.4, "#ff9a3c", 0.18],
          [1, "#ff9a3c", 0],
        ]) +
        `<circle cx="${n(x)}" cy="${n(y - part.size * 0.2)}" r="${n(part.size * 1.7)}" fill="url(#${canvas.id}-g)"/>`
      : "";
  const body =
    `${warm}<g transform="translate(${n(x)} ${n(y)}) scale(${(WALKING.has(part.who) ? -scale : scale).toFixed(4)} ${scale.toFixed(4)})"><path d="${shape.dark}" fill="${dark}" fill-rule="${part.who === "cyclist" ? "evenodd" : "nonzero"}"/>` +
    (shape.accent ? `<path d="${shape.accent}" fill="${accent}"/>` : "") +
    "</g>";
  const [top, bottom] = [Math.max(0, y - part.size * 1.9), Math.min(frame.height, y + part.size * 1.6)];
  if (WALKING.has(part.who) || part.who === "whale") return still(canvas.id, body, top, bottom);
  return { ...panning(canvas.id, body, panSpeed(part.depth), top, bottom), anchored: true };
};
