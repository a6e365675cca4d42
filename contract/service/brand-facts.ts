import { defaultLocale, type Locale } from "../locales.ts";
import type { Shades } from "./accent.ts";

/** The name of a service whose operator has chosen none. */
export const defaultBrandName = "Matinee";

/** The picture of a name or a sign, stored under its content; sizes in pixels. */
export type BrandPicture = { file: string; width: number; height: number };

/** How the titles of the day are shown on the home page. `melt`: the picture fades into the page. */
export const heroStyles = ["melt", "cinema", "card"] as const;
export type HeroStyle = (typeof heroStyles)[number];

/** What pages show of the operator's brand. */
export type BrandFacts = {
  name: string;
  /** Changes with anything of it; empty for the product's own brand. */
  version: string;
  /** null = the product's own. */
  accent: Shades | null;
  /** null = the name is written, or drawn if it is the product's own. */
  wordmark: BrandPicture | null;
  /** The version of the operator's icons; null = the product's own. */
  icons: string | null;
  hero: HeroStyle;
  links: { label: string; url: string }[];
  /** The language of pages for visitors who have chosen none. */
  language: Locale;
  /** Names of the tiers of membership that are offered, the first tier's first; empty = one, called VIP. */
  tiers: string[];
};

export const defaultBrand: BrandFacts = {
  name: defaultBrandName,
  version: "",
  accent: null,
  wordmark: null,
  icons: null,
  hero: "melt",
  links: [],
  language: defaultLocale,
  tiers: [],
};

/** Path of a picture of the brand. */
export function brandPictureAddress({ file }: Pick<BrandPicture, "file">): string {
  return `/artwork/_brand/${file}?v=1`;
}

/** The icons that browsers ask for, by the names of the product's own files. */
export const brandIcons = [
  "favicon-32.png",
  "apple-touch-icon.png",
  "icon-192.png",
  "icon-512.png",
  "icon-maskable-512.png",
] as const;
export type BrandIcon = (typeof brandIcons)[number];

/** Path of an icon: the operator's, or the product's own. */
export function iconAddress({ icons }: Pick<BrandFacts, "icons">, name: BrandIcon): string {
  return icons === null ? `/icons/${name}` : `/artwork/_brand/${name}?v=${icons}`;
}
