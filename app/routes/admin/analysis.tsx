import { data, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { codes } from "../../../contract/codes.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { AnalysisPanels } from "../../admin/analysis/analysis-panels.tsx";
import { readAnalysisQuery, type AnalysisQuery } from "../../admin/analysis/analysis-query.ts";
import { RangeForm } from "../../admin/analysis/range-form.tsx";
import { revenueView } from "../../admin/analysis/revenue.server.ts";
import { createPresenter } from "../../admin/analysis/presenter.server.ts";
import { analysisView, badRange, retentionView } from "../../admin/analysis/view.server.ts";
import "../../admin/kit/css/analysis.css";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { notFound, requirePermission, type AdminServer } from "../../lib/require-permission.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
const mostMovies = 10;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "analysis.read");
  const { api, t, unwrap } = server;
  const today = new Date().toISOString().slice(0, 10);
  const query = readAnalysisQuery(new URL(request.url).searchParams, today);
  const page = adminPage(request, context, { t, title: t("admin.section.analysis") });
  const { from, to, compare } = query;
  const answer = await api.get("z/analysis/days", { from, to, compare });
  if (answer.c === codes.invalid.c) {
    const bad = badRange(answer, t);
    return data({ query, today, bad, view: null, retention: null, revenue: null, page }, { status: 422 });
  }
  const days = unwrap(answer);
  const presenter = createPresenter(server);
  const range = { ...days.range, compare };
  const [sources, languages, devices, titles, retention, revenue] = await Promise.all([
    api.get("z/analysis/split", { ...range, by: "source" }),
    api.get("z/analysis/split", { ...range, by: "language" }),
    api.get("z/analysis/split", { ...range, by: "device" }),
    api.get("z/analysis/titles", { ...range, sort: "plays", limit: mostMovies }),
    readRetention(server, query, context),
    server.may("payments.read") ? api.get("z/order/revenue", days.range) : null,
  ]);
  const found = {
    days,
    sources: unwrap(sources),
    languages: unwrap(languages),
    devices: unwrap(devices),
    titles: unwrap(titles),
  };
  return data({
    query,
    today,
    bad: null,
    view: analysisView(found, query, presenter),
    retention: retention && retentionView(retention, { days, query, presenter }),
    revenue: revenue && revenueView(unwrap(revenue), days.range, presenter),
    page,
  });
}

async function readRetention(
  server: AdminServer,
  { title, episode, from, to }: AnalysisQuery,
  context: LoaderFunctionArgs["context"],
) {
  if (title === null) return null;
  const answer = await server.api.get("z/analysis/retention", { from, to, id: title, index: episode });
  // A malformed id belongs to no movie.
  if (answer.c === codes.invalid.c) throw notFound(server, context);
  return server.unwrap(answer);
}

export const meta = ({ data: answer }: MetaArgs<typeof loader>) => pageMeta(answer?.page);

export default function Analysis() {
  const { t } = useTranslation();
  const { query, today, bad, view, retention, revenue } = useLoaderData<typeof loader>();
  const busy = useNavigation().state === "loading";
  return (
    <main id="content" className="z-main" aria-busy={busy}>
      <PageHead title={t("admin.section.analysis")} text={t("admin.analysis.text")} />
      <RangeForm query={query} today={today} bad={bad} />
      {view ? <AnalysisPanels view={view} retention={retention} revenue={revenue} /> : null}
    </main>
  );
}
