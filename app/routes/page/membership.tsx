import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  useNavigate,
  useNavigation,
  useRevalidator,
  useRouteLoaderData,
  type ClientLoaderFunctionArgs,
} from "@remix-run/react";
import { longestCode } from "../../../contract/commerce/values.ts";
import { succeeded } from "../../../contract/envelope.ts";
import { beginTrial, buy, changeSubscription, enterCode } from "../../features/membership/buy.server.ts";
import { MembershipPage } from "../../features/membership/membership-page.tsx";
import "../../features/membership/membership.css";
import { readTo } from "../../features/membership/return-to.server.ts";
import { useHostStore } from "../../features/membership/use-host-store.ts";
import {
  chooseCurrency,
  orderLine,
  planViews,
  standingOf,
  subscriptionView,
} from "../../features/membership/words.server.ts";
import { findNativeHost } from "../../features/native-host/find.ts";
import { hostSells } from "../../features/native-host/sells.ts";
import { serverApi } from "../../lib/api.server.ts";
import { ensureGuest } from "../../lib/guest.server.ts";
import { loadTexts } from "../../lib/part-texts.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import type { loader as rootLoader } from "../../root.tsx";

export const handle: RouteHandle = { texts: ["membership"] };
const listLength = 10;
const notices = ["trial", "cancel", "resume"] as const;

/** What is on sale, and the state of the user's own membership. Looking creates no guest. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const server = await serverApi(request, context);
  const { api, t, locale, signed, unwrap } = server;
  const search = new URL(request.url).searchParams;
  const cursor = search.get("cursor") ?? undefined;
  const code = search.get("coupon")?.slice(0, longestCode);
  const [plans, membership, orders, coupon] = await Promise.all([
    api.get("plan/list", {}),
    signed() ? api.get("membership/read", {}) : null,
    signed() ? api.get("order/list", { cursor, limit: listLength }) : null,
    code ? api.get("coupon/read", { code }) : null,
  ]);
  const { items, taxAdded, giftMails } = unwrap(plans);
  // A session that has ended meanwhile has no membership, and this is then a visitor's page.
  const mine = membership && signed() ? unwrap(membership) : null;
  const { currency, all } = chooseCurrency(items, search.get("currency"), locale);
  const reader = { t, locale };
  const lower = coupon && succeeded(coupon) ? coupon.d : null;
  const views = planViews(items, { currency, trial: !mine?.is_vip, coupon: lower, reader });
  return {
    plans: views,
    taxAdded,
    giftMails,
    gift: views.find(({ id }) => id === search.get("gift")) ?? null,
    coupon: lower && lower.code,
    // A link with a coupon that can't be used says so where it would be typed.
    refusedCoupon:
      code && coupon && !succeeded(coupon)
        ? { message: coupon.m, fields: { code: coupon.m }, code }
        : undefined,
    // Of a guest the API says no, as it takes an account. Each has a first one ahead.
    hadTrial: mine !== null && !mine.trial,
    currencies: all,
    currency,
    standing: standingOf(mine, new Date(), reader),
    subscription: subscriptionView(mine, reader),
    waiting: mine?.order ? orderLine(mine.order, reader) : null,
    orders: orders && succeeded(orders) ? orders.d.items.map((order) => orderLine(order, reader)) : [],
    next: orders && succeeded(orders) ? orders.d.next : null,
    to: readTo(search.get("to")),
    asksCancel: search.get("view") === "cancel",
    done: notices.find((one) => one === search.get("done")) ?? null,
    hostSells: hostSells(request.headers.get("User-Agent")),
    page: pageFacts(request, context, {
      title: `${t("membership.title")} · ${t("app.name")}`,
      description: t("membership.description"),
      siteName: t("app.name"),
    }),
  };
}

/** Buys, redeems, tries, cancels (`intent`). Creates a guest if there is no session, to own the purchase. */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await serverApi(request, context);
  const form = await readFields(request, context);
  const headers = await ensureGuest(server, context.origin);
  const write = { server, context, form, headers };
  switch (form.get("intent")) {
    case "buy":
      return buy(write);
    case "redeem":
      return enterCode(write);
    case "trial":
      return beginTrial(write);
    case "cancel":
      return changeSubscription(write, "cancel");
    case "resume":
      return changeSubscription(write, "resume");
    default:
      return redirect("/page/membership", { status: 303, headers });
  }
}

/** A client-side navigation to this page has not loaded its texts yet. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const [answer] = await Promise.all([serverLoader<typeof loader>(), loadTexts("membership")]);
  return answer;
}

export { heldClientAction as clientAction } from "../../lib/send-form.ts";

/** Its forms have keys of their own: no two users may get the same. */
export const headers = () => ({ "Cache-Control": "no-store" });

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Membership() {
  const loaded = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const store = useHostStore(loaded.hostSells, findNativeHost);
  const member = root?.user?.anonymous === 0;
  const plans = loaded.plans.map((plan) => (member && loaded.hadTrial ? { ...plan, trial: null } : plan));
  return (
    <MembershipPage
      {...loaded}
      plans={plans}
      refused={result ?? loaded.refusedCoupon}
      member={member}
      offline={root !== undefined && succeeded(root.config) && root.config.d.downloads === "vip"}
      busy={useNavigation().formMethod === "POST"}
      store={store}
      onBought={() => (loaded.to ? navigate(loaded.to) : revalidate())}
    />
  );
}
