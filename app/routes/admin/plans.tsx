import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { currencies } from "../../../contract/commerce/currencies.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import "../../admin/kit/css/movie.css";
import type { Outcome } from "../../admin/kit/outcome.ts";
import { OutcomeNotice } from "../../admin/kit/outcome-notice.tsx";
import { Chip, PageHead } from "../../admin/kit/page-head.tsx";
import { PlanEditor } from "../../admin/commerce/plan-editor.tsx";
import { PlansList } from "../../admin/commerce/plans-panel.tsx";
import { planForm, planLine } from "../../admin/commerce/presenter.server.ts";
import { writePlans } from "../../admin/commerce/write-plans.server.ts";
import { languages } from "../../features/language/languages.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { notFound, requirePermission } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
// English first: it is the fallback of the others.
const languageOptions = [...languages]
  .sort((a, b) => Number(b.locale === "en") - Number(a.locale === "en"))
  .map(({ locale, name }) => ({ value: locale as string, label: name }));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "payments.read");
  const { api, t, unwrap, locale } = server;
  const { items, methods } = unwrap(await api.get("z/plan/list", {}));
  const search = new URL(request.url).searchParams;
  const asked = search.get("plan");
  const plan = items.find(({ id }) => id === asked) ?? null;
  if (asked && asked !== "new" && !plan) throw notFound(server, context);
  return {
    plans: items.map((one) => planLine(one, { locale })),
    methods,
    open: asked ? planForm(plan, locale) : null,
    languages: languageOptions,
    formKey: crypto.randomUUID(),
    currencies: [...currencies],
    told: search.has("made") ? ("made" as const) : search.has("gone") ? ("deleted" as const) : null,
    page: adminPage(request, context, { t, title: t("admin.section.plans") }),
  };
}

/** Changes one plan (`intent`). */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await requirePermission(request, context, "payments.write");
  return writePlans(server, await readFields(request, context));
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Plans() {
  const { t } = useTranslation();
  const {
    plans,
    methods,
    open,
    languages: options,
    formKey,
    currencies: codes,
    told,
  } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const editable = useMay()("payments.write");
  const done = useMemo<Outcome | undefined>(
    () =>
      told
        ? {
            done: { text: t(told === "made" ? "profile.saved" : "admin.plan.deleted") },
            at: told === "made" && open ? [{ id: `plan-${open.id}`, text: open.name }] : [],
          }
        : undefined,
    [told, open, t],
  );
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.plans")} text={t("admin.plan.text")} />
      <OutcomeNotice outcome={outcome ?? done} />
      <div className="z-columns mt-3">
        <div className="grid gap-4">
          <PlansList plans={plans} open={open?.id ?? null} editable={editable} />
          <section className="z-panel" aria-labelledby="methods">
            <h2 id="methods">{t("admin.plan.methods")}</h2>
            <ul className="z-events">
              {methods.map(({ method, ready }) => (
                <li key={method}>
                  <span className="min-w-0 flex-1">{t(`admin.payMethod.${method}`)}</span>
                  <Chip tone={ready ? "good" : undefined}>
                    {t(ready ? "admin.settings.set" : "admin.settings.unset")}
                  </Chip>
                </li>
              ))}
            </ul>
          </section>
        </div>
        {open ? (
          <PlanEditor
            key={`${open.id} ${open.revision}`}
            plan={open}
            formKey={formKey}
            languages={options}
            currencies={codes}
            outcome={outcome}
            editable={editable}
          />
        ) : null}
      </div>
    </main>
  );
}
