import { iconAddress, type BrandFacts } from "../../contract/service/brand-facts.ts";
import type { Locale } from "../../contract/locales.ts";
import { accentStyle } from "../lib/accent-style.ts";

/** The icons and the manifest of a document. */
export function BrandLinks({ brand, locale }: { brand: BrandFacts; locale: Locale }) {
  const version = brand.version === "" ? "" : `&v=${brand.version}`;
  return (
    <>
      {brand.icons === null ? (
        <>
          <link rel="icon" href="/favicon.ico" sizes="32x32" />
          <link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />
        </>
      ) : (
        <link rel="icon" href={iconAddress(brand, "favicon-32.png")} sizes="32x32" />
      )}
      <link rel="apple-touch-icon" href={iconAddress(brand, "apple-touch-icon.png")} />
      <link rel="manifest" href={`/manifest.webmanifest?lang=${locale}${version}`} />
    </>
  );
}

/** The operator's accent, in place of the product's own (app/ui/tokens.css). */
export function BrandStyle({ brand: { accent } }: { brand: BrandFacts }) {
  return accent === null ? null : (
    <style dangerouslySetInnerHTML={{ __html: accentStyle(":root", accent) }} />
  );
}
