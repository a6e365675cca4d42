import { Form } from "@remix-run/react";
import { FlaskConical } from "lucide-react";
import { useTranslation } from "react-i18next";
import { sandboxOutcomes } from "../../../contract/commerce/values.ts";
import type { OrderView } from "./view.ts";

/** Stands in for a provider's page in the demo and in tests: the user chooses how the payment ends. */
export function TestPayment({ order, to, busy }: { order: OrderView; to: string | null; busy: boolean }) {
  const { t } = useTranslation();
  return (
    <section className="pay-state" aria-labelledby="state">
      <span className="pay-mark">
        <FlaskConical aria-hidden="true" className="size-8" />
      </span>
      <h1 id="state" className="mt-4 text-xl font-extrabold tracking-tight">
        {t("pay.test")} · <bdi>{order.price}</bdi>
      </h1>
      <p className="mt-1.5 max-w-sm text-ink-soft">{t("pay.testText")}</p>
      <Form method="post" className="pay-actions">
        <input type="hidden" name="intent" value="test" />
        {to ? <input type="hidden" name="to" value={to} /> : null}
        {sandboxOutcomes.map((outcome, place) => (
          <button
            key={outcome}
            type="submit"
            name="outcome"
            value={outcome}
            aria-busy={busy}
            className={`button min-h-12 ${place === 0 ? "button-primary" : "button-quiet"}`}
          >
            {t(`pay.testOutcome.${outcome}`)}
          </button>
        ))}
      </Form>
    </section>
  );
}
