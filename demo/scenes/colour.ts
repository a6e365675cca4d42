type Lab = readonly [number, number, number];

const toLinear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const fromLinear = (c: number) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055);

const toLab = (hex: string): Lab => {
  const [r, g, b] = [1, 3, 5].map((i) => toLinear(Number.parseInt(hex.slice(i, i + 2), 16) / 255)) as [
    number,
    number,
    number,
  ];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
};

const toHex = ([L, a, b]: Lab): string => {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const hex = channels.map((c) => {
    const byte = Math.round(255 * Math.max(0, Math.min(1, fromLinear(Math.max(0, c)))));
    return byte.toString(16).padStart(2, "0");
  });
  return `#${hex.join("")}`;
};

/** Mixes two `#rrggbb` colours by eye (Oklab): 0 gives `a`, 1 gives `b`. */
export const mix = (a: string, b: string, amount: number): string => {
  const [from, to] = [toLab(a), toLab(b)];
  return toHex([0, 1, 2].map((i) => from[i]! + (to[i]! - from[i]!) * amount) as unknown as Lab);
};

/** Changes lightness by `light` (-1 to 1, added) and saturation by a factor. */
export const shade = (hex: string, light: number, saturation = 1): string => {
  const [L, a, b] = toLab(hex);
  return toHex([Math.max(0, Math.min(1, L + light)), a * saturation, b * saturation]);
};

/** Perceived lightness, 0 to 1. */
export const lightness = (hex: string): number => toLab(hex)[0];
