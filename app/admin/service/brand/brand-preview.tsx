import { Play } from "lucide-react";
import { useTranslation } from "react-i18next";
import { contrastOf, isReadable, shadesOf } from "../../../../contract/service/accent.ts";
import { brandPictureAddress } from "../../../../contract/service/brand-facts.ts";
import { accentVariables } from "../../../lib/accent-style.ts";
import { BrandMark } from "../../../ui/wordmark.tsx";
import type { BrandValues, ShownBrand } from "./brand-values.ts";

/** A small page with the values of the form: its bar, a title of the day, a message and its foot. */
export function BrandPreview({
  values,
  pictures,
}: {
  values: BrandValues;
  pictures: Pick<ShownBrand, "wordmark" | "icon">;
}) {
  const { t } = useTranslation();
  const { name, accent, hero, links } = values;
  const isColour = /^#[\da-f]{6}$/.test(accent);
  const ratio = isColour ? contrastOf(accent, "#ffffff").toFixed(1) : "–";
  const readable = isColour && isReadable(accent);
  return (
    <section className="z-panel z-brand-preview" aria-labelledby="brand-preview">
      <h2 id="brand-preview">{t("admin.brand.preview")}</h2>
      <div className="z-brand-page" style={isColour ? accentVariables(shadesOf(accent)) : undefined}>
        <div className="z-brand-bar">
          <BrandMark brand={{ name: name || "–", wordmark: pictures.wordmark }} className="h-6 w-auto" />
          <span className="ms-auto text-sm font-semibold text-curtain">{t("login.signIn")}</span>
        </div>
        <div className="z-brand-hero" data-style={hero}>
          <span className="z-brand-scene" aria-hidden="true" />
          <div className="z-brand-words">
            <b>{t("admin.brand.sample")}</b>
            <span className="button button-primary">
              <Play aria-hidden="true" className="size-4 fill-current" />
              {t("home.play")}
            </span>
          </div>
        </div>
        <p className="z-brand-note">{t("profile.saved")}</p>
        <ul className="z-brand-links">
          {links.map(({ label }, at) => (label === "" ? null : <li key={at}>{label}</li>))}
        </ul>
      </div>
      <div className="z-brand-facts">
        <Icon name={name} icon={pictures.icon} accent={isColour ? accent : undefined} />
        <span className={readable ? "z-faint" : "z-error"}>{t("admin.brand.contrast", { ratio })}</span>
      </div>
    </section>
  );
}

function Icon({
  name,
  icon,
  accent,
}: {
  name: string;
  icon: ShownBrand["icon"];
  accent: string | undefined;
}) {
  const { t } = useTranslation();
  const label = t("admin.brand.logoAs", { name });
  if (icon)
    return (
      <img src={brandPictureAddress(icon)} width="48" height="48" alt={label} className="z-brand-icon" />
    );
  return (
    <span role="img" aria-label={label} className="z-brand-icon" style={{ background: accent }}>
      {[...name.toLocaleUpperCase("en")][0] ?? ""}
    </span>
  );
}
