import { Form, Link } from "@remix-run/react";
import { ChevronDown, Eye, EyeOff, Plus, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { mostDuration, mostTrialDays } from "../../../contract/commerce/values.ts";
import { ListEditor } from "../kit/list-editor.tsx";
import { Chip } from "../kit/page-head.tsx";
import { Field, Tick } from "./fields.tsx";
import type { PlanForm, PlanLine, SalesReply } from "./view.ts";

type Option = { value: string; label: string };

/** Every plan in order, each of which can be moved, put on sale or taken off. */
export function PlansList({
  plans,
  open,
  editable,
}: {
  plans: PlanLine[];
  /** The plan being edited. */
  open: string | null;
  editable: boolean;
}) {
  const { t } = useTranslation();
  return (
    <section className="z-panel" aria-label={t("admin.section.plans")}>
      {plans.length === 0 ? <p className="z-none">{t("admin.plan.none")}</p> : null}
      <ListEditor
        editable={editable}
        lineClass="py-2"
        lines={plans.map((plan) => ({
          key: plan.id,
          name: plan.name,
          open: plan.id === open,
          fields: { id: plan.id },
          content: (
            <>
              <span className="min-w-48 flex-1">
                <Link
                  to={`?plan=${plan.id}`}
                  className="z-link block"
                  preventScrollReset
                  dir="auto"
                  draggable={false}
                >
                  {plan.name}
                </Link>
                <span className="z-faint block">
                  {plan.time} · <bdi>{plan.prices || "–"}</bdi>
                </span>
                <span className="z-faint block">{t("admin.plan.sold", { number: plan.sold })}</span>
              </span>
              {plan.trial ? <Chip>{t("admin.plan.trialOf", { time: plan.trial })}</Chip> : null}
              {plan.renews ? <Chip>{t("admin.plan.renewing")}</Chip> : null}
              <Chip tone={plan.onSale ? "good" : undefined}>
                {t(plan.onSale ? "admin.plan.onSale" : "admin.plan.offSale")}
              </Chip>
            </>
          ),
          buttons: [
            plan.onSale
              ? { intent: "off", label: `${t("admin.plan.unsell")}: ${plan.name}`, icon: EyeOff }
              : { intent: "on", label: `${t("admin.plan.sell")}: ${plan.name}`, icon: Eye },
          ],
        }))}
      />
      {editable ? (
        <Link to="?plan=new" className="z-button mt-3" preventScrollReset>
          <Plus aria-hidden="true" className="size-4" />
          {t("admin.plan.new")}
        </Link>
      ) : null}
    </section>
  );
}

/**
 * One plan: its duration, its price in each currency, and its texts in each language.
 * @param formKey random, one per page: a new plan that is sent twice is created once
 */
export function PlanEditor(props: {
  plan: PlanForm;
  formKey: string;
  languages: readonly Option[];
  currencies: readonly string[];
  reply: SalesReply | undefined;
  editable: boolean;
}) {
  const { t } = useTranslation();
  const { plan, formKey, languages, currencies, reply, editable } = props;
  const value = (name: string) => (reply ? (reply.values[name] ?? "") : (plan.values[name] ?? ""));
  const error = (name: string) => reply?.errors[name];
  const rows = Number(plan.values["prices.rows"]);
  return (
    <section className="z-panel" aria-labelledby="plan-title">
      <h2 id="plan-title" dir="auto">
        {plan.id === null ? t("admin.plan.new") : plan.name}
      </h2>
      <Form method="post" preventScrollReset>
        <fieldset disabled={!editable} className="z-form">
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="key" value={formKey} />
          <input type="hidden" name="revision" value={plan.revision} />
          {plan.id === null ? (
            <Field
              name="newId"
              label={t("admin.user.id")}
              hint={t("admin.genre.idHint")}
              value={value("newId")}
              error={error("id")}
              required
              ltr
            />
          ) : (
            <input type="hidden" name="id" value={plan.id} />
          )}
          <div className="z-row items-start!">
            <Field
              name="count"
              label={t("admin.plan.count")}
              type="number"
              min={1}
              max={mostDuration}
              value={value("count")}
              error={error("duration.count") ?? error("duration")}
              required
            />
            <Field
              name="unit"
              label={t("admin.plan.unit")}
              value={value("unit")}
              options={[
                { value: "month", label: t("admin.plan.months") },
                { value: "day", label: t("admin.user.days") },
              ]}
            />
            <Field
              name="trialDays"
              label={t("admin.plan.trialDays")}
              hint={t("admin.plan.trialHint")}
              type="number"
              min={0}
              max={mostTrialDays}
              value={value("trialDays")}
              error={error("trialDays")}
            />
          </div>
          <fieldset className="z-field">
            <legend className="z-label mb-1">{t("admin.plan.prices")}</legend>
            <p className="z-hint mb-2">{t("admin.plan.pricesHint")}</p>
            <div className="grid gap-2">
              {Array.from({ length: rows }, (_, at) => (
                <div key={at} className="grid grid-cols-[minmax(6rem,1fr)_minmax(0,2fr)] items-start gap-2">
                  <Field
                    bare
                    name={`prices.${at}.currency`}
                    label={`${t("admin.plan.currency")} ${at + 1}`}
                    value={value(`prices.${at}.currency`)}
                    options={[
                      { value: "", label: "–" },
                      ...currencies.map((code) => ({ value: code, label: code })),
                    ]}
                    error={error(`prices.${at}.currency`)}
                  />
                  <Field
                    bare
                    ltr
                    name={`prices.${at}.amount`}
                    label={`${t("admin.plan.price")} ${at + 1}`}
                    value={value(`prices.${at}.amount`)}
                    error={error(`prices.${at}.amount`)}
                  />
                </div>
              ))}
            </div>
            {error("prices") ? <p className="z-error">{error("prices")}</p> : null}
          </fieldset>
          <div>
            <Tick name="renews" label={t("admin.plan.renews")} on={value("renews") === "1"} />
            <Tick name="onSale" label={t("admin.plan.onSale")} on={value("onSale") === "1"} />
          </div>
          <div>
            {languages.map(({ value: locale, label }) => (
              <LanguageTexts key={locale} {...{ locale, label, value, error }} />
            ))}
          </div>
          <p className="z-hint">{t("admin.genre.without")}</p>
          {editable ? (
            <button type="submit" className="z-button z-button-primary justify-self-start">
              {t("profile.save")}
            </button>
          ) : null}
        </fieldset>
      </Form>
      {plan.id !== null && editable ? (
        <Form method="post" preventScrollReset className="mt-4">
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="id" value={plan.id} />
          <input type="hidden" name="revision" value={plan.revision} />
          <button type="submit" className="z-button z-button-danger">
            <Trash2 aria-hidden="true" className="size-4" />
            {t("admin.plan.delete")}
          </button>
        </Form>
      ) : null}
    </section>
  );
}

function LanguageTexts(props: {
  locale: string;
  label: string;
  value: (name: string) => string;
  error: (name: string) => string | undefined;
}) {
  const { t } = useTranslation();
  const { locale, label, value, error } = props;
  const wrong = error(`texts.${locale}.name`) ?? error(`texts.${locale}`);
  const named = value(`name.${locale}`) !== "";
  return (
    <details
      className="z-more border-t border-line"
      open={locale === "en" || wrong !== undefined || undefined}
    >
      <summary className="gap-2">
        <ChevronDown aria-hidden="true" className="size-4 text-ink-faint" />
        <span lang={locale}>{label}</span>
        {named ? <span className="z-faint own-words">{value(`name.${locale}`)}</span> : null}
      </summary>
      <div className="grid gap-3 pb-3">
        <Field
          name={`name.${locale}`}
          label={t("login.name")}
          lang={locale}
          value={value(`name.${locale}`)}
          error={wrong}
        />
        <Field
          name={`benefits.${locale}`}
          label={t("admin.plan.benefits")}
          hint={t("admin.plan.benefitsHint")}
          lang={locale}
          rows={3}
          value={value(`benefits.${locale}`)}
          error={error(`texts.${locale}.benefits`)}
        />
      </div>
    </details>
  );
}
