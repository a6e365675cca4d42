import { z } from "zod";
import { get } from "../call.ts";
import { localeCodes, localeOfCode, locales } from "../locales.ts";
import { isReadable } from "./accent.ts";
import { heroStyles, type BrandFacts } from "./brand-facts.ts";

export const longestBrandName = 50;
export const mostBrandLinks = 6;

/** Signs that no eye sees, and those that turn the direction of what follows; joiners are part of words. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;
const oneLine = z
  .string()
  .trim()
  .min(1)
  .refine((text) => !hidden.test(text), { params: { reason: "characters" } });

/** A name in any script, in one line. */
export const brandName = oneLine.max(longestBrandName);

/** `#rrggbb`, without regard to contrast. */
export const colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[\da-f]{6}$/, { abort: true });

/** A colour that can be read on every surface of the pages, and white text on it. */
export const accent = colour.refine(isReadable, { params: { reason: "contrast" } });

export const heroStyle = z.enum(heroStyles);

/** A page of the service itself (`/page/text?key=terms`), or of any site. */
const address = z
  .string()
  .trim()
  .max(500)
  .refine((text) => isAddress(text), { params: { reason: "format" } });

export const brandLink = z.strictObject({ label: oneLine.max(40), url: address });
export const brandLinks = z.array(brandLink).max(mostBrandLinks);

export const brandPicture = z.strictObject({
  file: z.string().regex(/^[\da-f]{32}\.(?:webp|png)$/),
  width: z.int().min(1).max(2_000),
  height: z.int().min(1).max(2_000),
});

export const brandLanguage = z
  .enum(localeCodes)
  .transform((code) => localeOfCode(code)!)
  .pipe(z.enum(locales));

const shades = z.strictObject({ base: colour, deep: colour, tint: colour, lit: colour });

/** See `BrandFacts`. */
const brandFacts = z.strictObject({
  name: z.string(),
  version: z.string(),
  accent: shades.nullable(),
  wordmark: brandPicture.nullable(),
  icons: z.string().nullable(),
  hero: heroStyle,
  links: brandLinks,
  language: z.enum(locales),
  tiers: z.array(z.string()),
}) satisfies z.ZodType<BrandFacts>;

export const brandCalls = {
  "brand/read": get({
    access: "public",
    summary: "The operator's name, colours, pictures and links, as pages show them.",
    input: z.strictObject({}),
    output: brandFacts,
  }),
};

function isAddress(text: string): boolean {
  if (/^\/(?![/\\])[^\s\\]*$/.test(text)) return true;
  if (!/^(?:https?:\/\/|mailto:)\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}
