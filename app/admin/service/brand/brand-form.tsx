import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isReadable, nearestReadable } from "../../../../contract/service/accent.ts";
import { heroStyles } from "../../../../contract/service/brand-facts.ts";
import { locales } from "../../../../contract/locales.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { SelectField, TextField, type FieldSource } from "../../kit/forms/fields.tsx";
import { AccentField } from "./accent-field.tsx";
import { BrandPreview } from "./brand-preview.tsx";
import {
  readBrandValues,
  settingsOf,
  type BrandOutcome,
  type BrandValues,
  type ShownBrand,
} from "./brand-values.ts";

const id = "brand";

/** The name, colour and links, with a preview: at each change with scripts, by a button without them. */
export function BrandForm({
  brand,
  revision,
  outcome,
  editable,
  pictures,
}: {
  brand: ShownBrand;
  revision: number;
  outcome: BrandOutcome | undefined;
  editable: boolean;
  /** The forms of the pictures. */
  pictures: ReactNode;
}) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const reply = outcome?.form?.id === id ? outcome.form : undefined;
  const sent = reply?.result.initialValue as (Partial<BrandValues> & { revision?: string }) | undefined;
  const started = sent ? { ...brand.values, ...whole(sent, brand.values) } : brand.values;
  const [typed, setTyped] = useState<BrandValues | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const shown = typed ?? started;
  const errors = reply?.result.error ?? {};
  const field = (name: string, initialValue: string) => ({
    id: `${id}-${name}`,
    name,
    initialValue,
    errors: errors[name] ?? undefined,
  });
  const look = () => {
    const form = box.current?.querySelector("form");
    if (form) setTyped(readBrandValues(new FormData(form)));
  };
  return (
    <div className="z-columns mt-3">
      <div ref={box} onInput={look}>
        <CheckedForm id={id} method="post" reloadDocument className="grid gap-4">
          <input type="hidden" name="revision" value={sent?.revision ?? revision} />
          <input type="hidden" name="base" value={reply?.base || JSON.stringify(settingsOf(brand.values))} />
          <Basics field={field} started={started} shown={shown} editable={editable} onPick={look} />
          <Links field={field} links={started.links} editable={editable} />
          {editable ? (
            <div className="z-save">
              <button type="submit" name="intent" value="save" className="z-button z-button-primary">
                {t("profile.save")}
              </button>
              {hydrated ? null : (
                <button type="submit" name="intent" value="preview" className="z-button">
                  {t("admin.brand.update")}
                </button>
              )}
            </div>
          ) : null}
        </CheckedForm>
      </div>
      <div className="grid content-start gap-4">
        <BrandPreview values={shown} pictures={brand} />
        {pictures}
      </div>
    </div>
  );
}

type Field = (name: string, initialValue: string) => FieldSource;

function Basics({
  field,
  started,
  shown,
  editable,
  onPick,
}: {
  field: Field;
  /** What the fields begin with, and what they have now. */
  started: BrandValues;
  shown: BrandValues;
  editable: boolean;
  /** Called when the colour was changed by a button. */
  onPick: () => void;
}) {
  const { t, i18n } = useTranslation();
  const names = new Intl.DisplayNames(i18n.language, { type: "language" });
  return (
    <section className="z-panel">
      <div className="z-form">
        <TextField
          field={field("name", started.name)}
          label={t("admin.setting.brandName")}
          hint={t("admin.settingHint.brandName")}
          maxLength={50}
          disabled={!editable}
          required
        />
        <AccentField
          field={field("accent", started.accent)}
          nearest={nearestTo(shown.accent)}
          disabled={!editable}
          onPick={onPick}
        />
        <SelectField
          field={field("hero", started.hero)}
          label={t("admin.setting.brandHero")}
          hint={t("admin.settingHint.brandHero")}
          options={heroStyles.map((value) => ({ value, label: t(`admin.choice.${value}`) }))}
          disabled={!editable}
        />
        <SelectField
          field={field("language", started.language)}
          label={t("admin.setting.brandLanguage")}
          hint={t("admin.settingHint.brandLanguage")}
          options={locales.map((value) => ({ value, label: names.of(value) ?? value }))}
          disabled={!editable}
        />
        <TextField
          field={field("sender", started.sender)}
          label={t("admin.setting.brandSender")}
          hint={t("admin.settingHint.brandSender")}
          maxLength={50}
          disabled={!editable}
        />
      </div>
    </section>
  );
}

function Links({ field, links, editable }: { field: Field; links: BrandValues["links"]; editable: boolean }) {
  const { t } = useTranslation();
  return (
    <section className="z-panel" aria-labelledby="brand-links">
      <h2 id="brand-links">{t("admin.setting.brandLinks")}</h2>
      <p className="z-hint mb-3">{t("admin.settingHint.brandLinks")}</p>
      <div className="grid gap-2">
        {links.map(({ label, url }, at) => (
          <div key={at} className="z-brand-row">
            <TextField
              field={field(`links[${at}].label`, label)}
              label={t("admin.brand.linkLabel", { number: at + 1 })}
              maxLength={40}
              disabled={!editable}
            />
            <TextField
              field={field(`links[${at}].url`, url)}
              label={t("admin.brand.linkUrl", { number: at + 1 })}
              maxLength={500}
              dir="ltr"
              disabled={!editable}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

/** The colour to offer in place of one that can't be read; null if it can. */
function nearestTo(accent: string): string | null {
  return /^#[\da-f]{6}$/.test(accent) && !isReadable(accent) ? nearestReadable(accent) : null;
}

/** What a form sent, which leaves out what was empty. */
function whole(sent: Partial<BrandValues>, { links }: BrandValues): Partial<BrandValues> {
  return {
    ...sent,
    name: sent.name ?? "",
    sender: sent.sender ?? "",
    links: links.map((_, at) => ({ label: "", url: "", ...sent.links?.[at] })),
  };
}
