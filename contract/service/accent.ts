/** The colours that pages derive from an accent, each `#rrggbb`. */
export type Shades = {
  /** Buttons, links, the focus ring and selected things. */
  base: string;
  /** Of buttons under the pointer or pressed, and of small text. */
  deep: string;
  /** Behind selected things and messages; text on it is `base` or `deep`. */
  tint: string;
  /** What is switched on in the player's dark sheets. */
  lit: string;
};

/** Surfaces that the accent stands on as text, the darkest of the light ones first (app/ui/tokens.css). */
const surfaces = ["#f3efe9", "#fbfaf8", "#ffffff"];
/** The player's sheets. */
const sheet = "#1d1926";
/** Text on the accent. */
const onAccent = "#ffffff";
/** Least contrast of text, and of what is no text (WCAG 2.2, 1.4.3 and 1.4.11, level AA). */
const textRatio = 4.5;
const markRatio = 3;

/** The product's own accent, as app/ui/tokens.css has it. */
export const defaultAccent = "#c2183c";

type Rgb = [red: number, green: number, blue: number];

/** The contrast of two colours (WCAG 2.2, relative luminance): 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Whether a colour can be read on every surface, and white text on it. */
export function isReadable(accent: string): boolean {
  return [...surfaces, onAccent].every((surface) => contrastOf(accent, surface) >= textRatio);
}

/** The lightest colour of the same hue that can be read: the colour itself, or a darker one. */
export function nearestReadable(accent: string): string {
  return darkened(accent, isReadable);
}

/** The shades of an accent that can be read. */
export function shadesOf(accent: string): Shades {
  const base = accent.toLowerCase();
  // A black button would not change under the pointer.
  const dark = luminanceOf(base) < 0.012;
  const deep = dark ? mixed(base, "#ffffff", 0.22) : mixed(base, "#000000", 0.22);
  const readable = (tint: string) => [base, deep].every((colour) => contrastOf(colour, tint) >= textRatio);
  return { base, deep, tint: lightest(base, readable), lit: lit(base) };
}

/** As much of the accent in white as still lets it be read: 9 % at most. */
function lightest(base: string, passes: (tint: string) => boolean): string {
  for (let share = 0.09; share > 0; share -= 0.01) {
    const tint = mixed("#ffffff", base, share);
    if (passes(tint)) return tint;
  }
  return "#ffffff";
}

function lit(base: string): string {
  for (let share = 0; share < 1; share += 0.04) {
    const colour = mixed(base, "#ffffff", share);
    if (contrastOf(colour, sheet) >= markRatio) return colour;
  }
  return "#ffffff";
}

function darkened(colour: string, passes: (colour: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.01) {
    const darker = mixed(colour.toLowerCase(), "#000000", share);
    if (passes(darker)) return darker;
  }
  return "#000000";
}

function mixed(one: string, other: string, share: number): string {
  const [a, b] = [rgbOf(one), rgbOf(other)];
  const parts = a.map((part, at) => Math.round(part + (b[at]! - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function rgbOf(colour: string): Rgb {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return [red!, green!, blue!];
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
