import type { Shades } from "../../contract/service/accent.ts";

const names = {
  base: "--color-curtain",
  deep: "--color-curtain-deep",
  tint: "--color-curtain-tint",
  lit: "--color-curtain-lit",
} as const;

/** The custom properties of an accent's shades. */
export function accentVariables(shades: Shades): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).map(([shade, name]) => [name, shades[shade as keyof Shades]]),
  );
}

/** A rule that gives a part of the page an accent: 150 characters. */
export function accentStyle(selector: string, shades: Shades): string {
  const set = Object.entries(accentVariables(shades)).map(([name, colour]) => `${name}:${colour}`);
  return `${selector}{${set.join(";")}}`;
}
