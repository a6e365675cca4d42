import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { shadesOf } from "../../../../contract/service/accent.ts";
import { defaultBrand, type BrandFacts } from "../../../../contract/service/brand-facts.ts";
import { settingDefaults, tierNamesOf, type SettingValues } from "../../../../contract/service/settings.ts";

/** Raised when icons are drawn in another way. */
const iconLayout = 1;

const known = new WeakMap<SettingValues, BrandFacts>();

/** The brand that settings describe, made once for each copy of them. */
export function brandOf(values: SettingValues): BrandFacts {
  const brand = known.get(values) ?? describe(values);
  known.set(values, brand);
  return brand;
}

function describe(values: SettingValues): BrandFacts {
  const { brandName: name, brandAccent, brandWordmark: wordmark, brandIcon } = values;
  const isOwnIcon = brandIcon !== null || name !== settingDefaults.brandName || brandAccent !== null;
  const facts = {
    name,
    accent: brandAccent === null ? null : shadesOf(brandAccent),
    wordmark,
    icons: isOwnIcon ? versionOf([iconLayout, brandIcon?.file ?? [name, brandAccent]]) : null,
    hero: values.brandHero,
    links: values.brandLinks,
    language: values.brandLanguage,
    tiers: tierNamesOf(values.tiers),
  };
  const isDefault = isDeepStrictEqual({ ...facts, version: "" }, defaultBrand);
  return Object.freeze({ ...facts, version: isDefault ? "" : versionOf(facts) });
}

function versionOf(of: unknown): string {
  return createHash("sha256").update(JSON.stringify(of)).digest("hex").slice(0, 10);
}
