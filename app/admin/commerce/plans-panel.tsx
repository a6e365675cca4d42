import { Link } from "@remix-run/react";
import { Eye, EyeOff, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ListEditor } from "../kit/list-editor.tsx";
import { Chip } from "../kit/page-head.tsx";
import { TierWord } from "../kit/tier-word.tsx";
import type { PlanLine } from "./view.ts";

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
          id: `plan-${plan.id}`,
          name: plan.name,
          open: plan.id === open,
          fields: { id: plan.id },
          content: (
            <>
              <span className="min-w-48 flex-1">
                <Link
                  to={`?plan=${plan.id}#plan-title`}
                  className="z-link block"
                  dir="auto"
                  draggable={false}
                >
                  {plan.name}
                </Link>
                <span className="z-faint block">
                  {plan.time}
                  <TierWord tier={plan.tier} /> · <bdi>{plan.prices || "–"}</bdi>
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
        <Link to="?plan=new#plan-title" className="z-button mt-3">
          <Plus aria-hidden="true" className="size-4" />
          {t("admin.plan.new")}
        </Link>
      ) : null}
    </section>
  );
}
