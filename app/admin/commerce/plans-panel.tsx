import { Form, Link } from "@remix-run/react";
import { ArrowDown, ArrowUp, Eye, EyeOff, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Chip } from "../kit/page-head.tsx";
import type { PlanLine } from "./view.ts";

/** Every plan in order, with buttons that move it and put it on sale or take it off. */
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
      <ol className="z-order">
        {plans.map((plan, at) => {
          const button = (intent: string, label: string, icon: ReactNode, disabled = false) => (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value={intent} />
              <input type="hidden" name="id" value={plan.id} />
              <button
                type="submit"
                className="z-icon-button disabled:opacity-30"
                disabled={disabled}
                aria-label={`${label}: ${plan.name}`}
              >
                {icon}
              </button>
            </Form>
          );
          return (
            <li key={plan.id} data-open={plan.id === open} className="py-2">
              <span className="min-w-48 flex-1">
                <Link to={`?plan=${plan.id}`} className="z-link block" preventScrollReset dir="auto">
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
              {editable ? (
                <span className="flex flex-none">
                  {button(
                    "up",
                    t("admin.form.up"),
                    <ArrowUp aria-hidden="true" className="size-4" />,
                    at === 0,
                  )}
                  {button(
                    "down",
                    t("admin.form.down"),
                    <ArrowDown aria-hidden="true" className="size-4" />,
                    at === plans.length - 1,
                  )}
                  {plan.onSale
                    ? button("off", t("admin.plan.unsell"), <EyeOff aria-hidden="true" className="size-4" />)
                    : button("on", t("admin.plan.sell"), <Eye aria-hidden="true" className="size-4" />)}
                </span>
              ) : null}
            </li>
          );
        })}
      </ol>
      {editable ? (
        <Link to="?plan=new" className="z-button mt-3" preventScrollReset>
          <Plus aria-hidden="true" className="size-4" />
          {t("admin.plan.new")}
        </Link>
      ) : null}
    </section>
  );
}
