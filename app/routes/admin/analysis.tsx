import type { LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { codes } from "../../../contract/codes.ts";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { AnalysisPanels } from "../../admin/analysis/analysis-panels.tsx";
import {
  inUsualDays,
  readAnalysisQuery,
  unknownIn,
  type AnalysisQuery,
} from "../../admin/analysis/analysis-query.ts";
import { RangeForm } from "../../admin/analysis/range-form.tsx";
import { revenueView } from "../../admin/analysis/revenue.server.ts";
import { createPresenter } from "../../admin/analysis/presenter.server.ts";
import { analysisView, badRange, retentionView } from "../../admin/analysis/view.server.ts";
import "../../admin/kit/css/analysis.css";
import { LeftOut } from "../../admin/kit/left-out.tsx";
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
  const search = new URL(request.url).searchParams;
  const ask = ({ from, to, compare }: AnalysisQuery) => api.get("z/analysis/days", { from, to, compare });
  const asked = readAnalysisQuery(search, today);
  const refused = await ask(asked);
  const bad = refused.c === codes.invalid.c ? badRange(refused, t) : [];
  const query = bad.length > 0 ? inUsualDays(asked, today) : asked;
  const days = unwrap(bad.length > 0 ? await ask(query) : refused);
  const presenter = createPresenter(server);
  const range = { ...days.range, compare: query.compare };
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
  return {
    query,
    today,
    leftOut: [...unknownIn(search), ...bad.map(({ name }) => name)],
    why: bad.map(({ text }) => text),
    view: analysisView(found, query, presenter),
    retention: retention && retentionView(retention, { days, query, presenter }),
    revenue: revenue && revenueView(unwrap(revenue), days.range, presenter),
    page: adminPage(request, context, { t, title: t("admin.section.analysis") }),
  };
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

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Analysis() {
  const { t } = useTranslation();
  const { query, today, leftOut, why, view, retention, revenue } = useLoaderData<typeof loader>();
  const busy = useNavigation().state === "loading";
  return (
    <main id="content" className="z-main" aria-busy={busy}>
      <PageHead title={t("admin.section.analysis")} text={t("admin.analysis.text")} />
      <LeftOut names={leftOut} why={why} />
      <RangeForm query={query} today={today} />
      <AnalysisPanels view={view} retention={retention} revenue={revenue} />
    </main>
  );
}
