import { TicketPercent } from "lucide-react";
import { useTranslation } from "react-i18next";
import { longestCode } from "../../../contract/commerce/values.ts";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { Field } from "../../ui/field.tsx";

/** A purchased or given code, or a coupon: accepted in any spelling, validated by the server. */
export function CodeForm({
  to,
  typed,
  error,
  busy,
}: {
  to: string | null;
  typed: string;
  error: string | undefined;
  busy: boolean;
}) {
  const { t } = useTranslation();
  return (
    <section className="rounded-xl bg-card p-4 shadow-card sm:p-5" aria-labelledby="code-title" id="code">
      <h2 id="code-title" className="flex items-center gap-2.5 text-lg font-bold">
        <TicketPercent aria-hidden="true" className="size-5.5 text-gold" />
        {t("membership.code")}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">{t("membership.codeText")}</p>
      <CheckedForm method="post" action="#code" preventScrollReset className="code-form">
        <input type="hidden" name="intent" value="redeem" />
        {to ? <input type="hidden" name="to" value={to} /> : null}
        <Field
          key={typed}
          label={t("membership.codeLabel")}
          name="code"
          required
          maxLength={longestCode}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          className="code-field"
          defaultValue={typed}
          error={error}
        />
        <button type="submit" className="button code-button min-h-12" aria-busy={busy}>
          {t("membership.codeUse")}
        </button>
      </CheckedForm>
      <p className="mt-2 text-xs text-ink-faint">{t("membership.codeHint")}</p>
    </section>
  );
}
