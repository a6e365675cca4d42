import { getFormProps } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { ChevronDown, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { mostTrialDays } from "../../../contract/commerce/values.ts";
import { mostStreams } from "../../../contract/playback/values.ts";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { AreaField, CheckField, TextField, type FieldSource } from "../kit/forms/fields.tsx";
import { TierField } from "../kit/forms/tier-field.tsx";
import { useEditForm } from "../kit/forms/use-edit-form.ts";
import type { Option } from "../kit/options.ts";
import type { Outcome } from "../kit/outcome.ts";
import { AmountFields } from "./amount-fields.tsx";
import { DurationFields } from "./duration-fields.tsx";
import type { PlanFields, PlanForm } from "./view.ts";

/**
 * One plan: its duration, its price in each currency, and its texts in each language.
 * @param formKey random, one per page: a new plan that is sent twice is created once
 */
export function PlanEditor(props: {
  plan: PlanForm;
  formKey: string;
  languages: readonly Option[];
  currencies: readonly string[];
  outcome: Outcome | undefined;
  editable: boolean;
}) {
  const { t } = useTranslation();
  const { plan, formKey, languages, currencies, outcome, editable } = props;
  const { form, fields, base } = useEditForm<PlanFields>({
    id: "plan",
    outcome,
    defaultValue: plan.values,
    base: plan.began as Record<string, unknown>,
  });
  const names = fields.name.getFieldset();
  const benefits = fields.benefits.getFieldset();
  return (
    <section className="z-panel" aria-labelledby="plan-title">
      <h2 id="plan-title" dir="auto">
        {plan.id === null ? t("admin.plan.new") : plan.name}
      </h2>
      <CheckedForm method="post" {...getFormProps(form)} preventScrollReset>
        <fieldset disabled={!editable} className="z-form">
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="key" value={formKey} />
          <input type="hidden" name="revision" value={plan.revision} />
          <input type="hidden" name="base" value={base} />
          {plan.id === null ? (
            <TextField
              field={fields.newId}
              label={t("admin.user.id")}
              hint={t("admin.genre.idHint")}
              dir="ltr"
              required
            />
          ) : (
            <input type="hidden" name="id" value={plan.id} />
          )}
          <TimeFields fields={fields} />
          <TierField field={fields.tier} />
          <StreamsField field={fields.streams} />
          <AmountFields
            field={fields.prices}
            currencies={currencies}
            label={t("admin.plan.prices")}
            hint={t("admin.plan.pricesHint")}
          />
          <div>
            <CheckField field={fields.renews} label={t("admin.plan.renews")} />
            <CheckField field={fields.onSale} label={t("admin.plan.onSale")} />
          </div>
          <div>
            {languages.map(({ value, label }) => (
              <LanguageTexts
                key={value}
                locale={value}
                label={label}
                name={names[value]!}
                benefits={benefits[value]!}
              />
            ))}
          </div>
          <p className="z-hint">{t("admin.genre.without")}</p>
          {editable ? (
            <button type="submit" className="z-button z-button-primary justify-self-start">
              {t("profile.save")}
            </button>
          ) : null}
        </fieldset>
      </CheckedForm>
      {plan.id !== null && editable ? <DeleteForm id={plan.id} revision={plan.revision} /> : null}
    </section>
  );
}

function StreamsField({ field }: { field: FieldSource }) {
  const { t } = useTranslation();
  const words = { label: t("admin.plan.streams"), hint: t("admin.plan.streamsHint") };
  return <TextField {...words} field={field} type="number" min={1} max={mostStreams} />;
}

function TimeFields({ fields }: { fields: Record<"count" | "unit" | "trialDays", FieldSource> }) {
  const { t } = useTranslation();
  return (
    <div className="z-row items-start!">
      <DurationFields count={fields.count} unit={fields.unit} />
      <TextField
        field={fields.trialDays}
        label={t("admin.plan.trialDays")}
        hint={t("admin.plan.trialHint")}
        type="number"
        min={0}
        max={mostTrialDays}
      />
    </div>
  );
}

function LanguageTexts({
  locale,
  label,
  name,
  benefits,
}: {
  locale: string;
  label: string;
  name: FieldSource;
  benefits: FieldSource;
}) {
  const { t } = useTranslation();
  const named = typeof name.initialValue === "string" ? name.initialValue : "";
  return (
    <details
      className="z-more border-t border-line"
      open={locale === "en" || name.errors !== undefined || benefits.errors !== undefined || undefined}
    >
      <summary className="gap-2">
        <ChevronDown aria-hidden="true" className="size-4 text-ink-faint" />
        <span lang={locale}>{label}</span>
        {named ? <span className="z-faint own-words">{named}</span> : null}
      </summary>
      <div className="grid gap-3 pb-3">
        <TextField field={name} label={t("login.name")} lang={locale} />
        <AreaField
          field={benefits}
          label={t("admin.plan.benefits")}
          hint={t("admin.plan.benefitsHint")}
          lang={locale}
          rows={3}
        />
      </div>
    </details>
  );
}

function DeleteForm({ id, revision }: { id: string; revision: number }) {
  const { t } = useTranslation();
  return (
    <Form method="post" preventScrollReset className="mt-4">
      <input type="hidden" name="intent" value="delete" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="revision" value={revision} />
      <button type="submit" className="z-button z-button-danger">
        <Trash2 aria-hidden="true" className="size-4" />
        {t("admin.plan.delete")}
      </button>
    </Form>
  );
}
