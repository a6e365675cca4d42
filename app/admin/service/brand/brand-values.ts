import { defaultAccent } from "../../../../contract/service/accent.ts";
import { heroStyles, type BrandPicture, type HeroStyle } from "../../../../contract/service/brand-facts.ts";
import { locales, type Locale } from "../../../../contract/locales.ts";
import type { SettingValues } from "../../../../contract/service/settings.ts";
import type { Outcome } from "../../kit/outcome.ts";

/** Links that the form has room for. */
export const linkRows = 6;

/** What the form of the brand holds. */
export type BrandValues = {
  name: string;
  accent: string;
  hero: HeroStyle;
  language: Locale;
  sender: string;
  /** As many as there are rows; those left empty are no links. */
  links: { label: string; url: string }[];
};

/** The brand as its screen shows it: the form's values, and the stored pictures. */
export type ShownBrand = { values: BrandValues; wordmark: BrandPicture | null; icon: BrandPicture | null };

export type PictureRole = "wordmark" | "icon";

/** `picture`: why one was refused. */
export type BrandOutcome = Outcome & { picture?: { role: PictureRole; error: string } };

/** What the screen shows of the settings. */
export function shownBrand(settings: SettingValues): ShownBrand {
  return {
    values: {
      name: settings.brandName,
      accent: settings.brandAccent ?? defaultAccent,
      hero: settings.brandHero,
      language: settings.brandLanguage,
      sender: settings.brandSender ?? "",
      links: inRows(settings.brandLinks),
    },
    wordmark: settings.brandWordmark,
    icon: settings.brandIcon,
  };
}

/** Reads the form's values, whatever was sent. */
export function readBrandValues(form: FormData): BrandValues {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const links = Array.from({ length: linkRows }, (_, at) => ({
    label: text(`links[${at}].label`),
    url: text(`links[${at}].url`),
  }));
  return {
    name: text("name"),
    accent: text("accent").toLowerCase(),
    hero: heroStyles.find((style) => style === text("hero")) ?? "melt",
    language: locales.find((locale) => locale === text("language")) ?? "en",
    sender: text("sender"),
    links,
  };
}

/** The settings that the form stands for, by the names of the API. */
export function settingsOf({
  name,
  accent,
  hero,
  language,
  sender,
  links,
}: BrandValues): Partial<SettingValues> {
  return {
    brandName: name,
    brandAccent: accent === defaultAccent ? null : accent,
    brandHero: hero,
    brandLinks: links.filter(({ label, url }) => label !== "" || url !== ""),
    brandLanguage: language,
    brandSender: sender === "" ? null : sender,
  };
}

function inRows(links: BrandValues["links"]): BrandValues["links"] {
  return Array.from({ length: linkRows }, (_, at) => links[at] ?? { label: "", url: "" });
}
