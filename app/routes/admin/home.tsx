import {
  data,
  redirect,
  type ActionFunctionArgs,
  type AppLoadContext,
  type LoaderFunctionArgs,
  type MetaArgs,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Plus, Upload } from "lucide-react";
import { useTranslation } from "react-i18next";
import { succeeded } from "../../../contract/envelope.ts";
import { useMay } from "../../admin/kit/admin-frame.tsx";
import { adminPage } from "../../admin/kit/admin-page.server.ts";
import { NewsPanels } from "../../admin/analysis/overview/news-panels.tsx";
import { OverviewPanels } from "../../admin/analysis/overview/overview.tsx";
import { revenueToday } from "../../admin/analysis/revenue.server.ts";
import { SetupPage } from "../../admin/accounts/setup-page.tsx";
import type { Outcome } from "../../admin/kit/outcome.ts";
import { PageHead } from "../../admin/kit/page-head.tsx";
import { serverApi } from "../../lib/api.server.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";
import { signedInUser } from "../../lib/signed-in-user.server.ts";

export const handle: RouteHandle = { texts: ["admin"] };
/** Number of waiting messages and of latest actions: a short overview. */
const latest = 5;
const codeFormat = /^[A-Za-z0-9_-]{32}$/;

/** Today's figures; with `setup` the page of the one-time link, which is for users who are not admins yet. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const code = new URL(request.url).searchParams.get("setup");
  if (code !== null) return loadSetup(request, context, code);
  const { api, t, unwrap, may, locale } = await requirePermission(request, context, "overview.read");
  const today = new Date().toISOString().slice(0, 10);
  const [overview, messages, entries, sold] = await Promise.all([
    api.get("z/overview", {}),
    may("feedback.read") ? api.get("z/feedback/list", { state: "open", limit: latest }) : null,
    may("audit.read") ? api.get("z/audit/list", { limit: latest }) : null,
    may("payments.read") ? api.get("z/order/revenue", { from: today, to: today }) : null,
  ]);
  const news = {
    messages: messages ? unwrap(messages).items : [],
    entries: entries ? unwrap(entries).items : [],
  };
  return {
    overview: unwrap(overview),
    revenue: sold && revenueToday(unwrap(sold), locale),
    news,
    setup: null,
    page: adminPage(request, context, { t, title: t("admin.section.home") }),
  };
}

async function loadSetup(request: Request, context: AppLoadContext, code: string) {
  const server = await serverApi(request, context);
  const { api, t, unwrap } = server;
  const valid = codeFormat.test(code) && unwrap(await api.get("z/setup/state", { code })).valid === true;
  const user = await signedInUser(server, { request, context });
  const name = user && user.anonymous !== 1 ? (user.name ?? user.email ?? user.uid) : null;
  const page = adminPage(request, context, { t, title: t("admin.setup.title") });
  return { overview: null, revenue: null, news: null, setup: { code, valid, name }, page };
}

/** Uses the one-time link: the signed-in user becomes the first owner. Only its code authorises that. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { api, t, signed } = await serverApi(request, context);
  const form = await readFields(request, context);
  const code = String(form.get("code") ?? "");
  if (form.get("intent") !== "claim" || !codeFormat.test(code) || !signed()) {
    return data<Outcome>({ failed: t("errors.bad_code") }, { status: 422 });
  }
  const answer = await api.post("z/setup/claim", { code });
  if (succeeded(answer)) return redirect("/z", { status: 303 });
  return data<Outcome>({ failed: answer.m }, { status: 422 });
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Home() {
  const { t } = useTranslation();
  const { overview, revenue, news, setup } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const may = useMay();
  if (setup) return <SetupPage setup={setup} outcome={outcome} />;
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.home")}>
        {may("catalogue.write") ? (
          <>
            {/* A video belongs to a title: these are the ones without. */}
            <Link to="/z/page/movie?film=none" prefetch="intent" className="z-button">
              <Upload aria-hidden="true" className="size-4" />
              {t("admin.upload.send")}
            </Link>
            <Link to="/z/page/movie/detail" prefetch="intent" className="z-button z-button-primary">
              <Plus aria-hidden="true" className="size-4" />
              {t("admin.movie.new")}
            </Link>
          </>
        ) : null}
      </PageHead>
      <OverviewPanels overview={overview} revenue={revenue} />
      <NewsPanels {...news} />
    </main>
  );
}
