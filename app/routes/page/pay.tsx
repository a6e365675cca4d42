import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  useNavigation,
  useRouteLoaderData,
  type ClientLoaderFunctionArgs,
} from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { succeeded } from "../../../contract/envelope.ts";
import { buy } from "../../features/membership/buy.server.ts";
import { Checkout } from "../../features/membership/checkout.tsx";
import "../../features/membership/membership.css";
import {
  applyCoupon,
  callOff,
  pay,
  providerPage,
  putCoupon,
  readOrder,
  renewalOf,
  settleTest,
} from "../../features/membership/pay.server.ts";
import { checkoutUrl, readTo, rememberedTo } from "../../features/membership/return-to.server.ts";
import { giftView, orderView } from "../../features/membership/words.server.ts";
import { serverApi } from "../../lib/api.server.ts";
import { loadTexts } from "../../lib/part-texts.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import type { loader as rootLoader } from "../../root.tsx";

export const handle: RouteHandle = { texts: ["membership"] };

const justPaidMs = 60_000;

/** One order in any state: by its number, on any device of its user. Without a number there is none. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const server = await serverApi(request, context);
  const { t, locale, unwrap } = server;
  const search = new URL(request.url).searchParams;
  const number = search.get("order") ?? "";
  if (number === "") throw redirect("/page/membership", { status: 303 });
  const { order, unreachable } = await readOrder(server, number);
  const { state } = order;
  const asked = search.get("view");
  const receipt = asked === "receipt" && (state === "paid" || state === "refunded");
  const test = asked === "test" && state === "pending" && order.method === "sandbox";
  const away = asked === "go" && state === "pending" ? await providerPage(server, order) : null;
  const unpaid = state === "open" || state === "failed";
  const over = state === "expired" || state === "cancelled";
  const offer = unpaid ? unwrap(await server.api.get("plan/list", {})) : null;
  return {
    order: orderView(order, { t, locale }),
    gift: order.gift
      ? giftView(unwrap(await server.api.get("gift/read", { number })), new Date(), server)
      : null,
    // The user is read beside the order, which may have been paid in between.
    justPaid: state === "paid" && Date.now() - Date.parse(order.paidAt ?? "") < justPaidMs,
    unreachable,
    view: receipt ? ("receipt" as const) : test ? ("test" as const) : ("order" as const),
    away,
    methods: offer?.methods ?? [],
    taxAdded: offer?.taxAdded ?? false,
    renewal: over ? await renewalOf(server, order) : null,
    to: readTo(search.get("to")) ?? rememberedTo(request, number),
    page: pageFacts(request, context, {
      title: `${t(receipt ? "pay.receipt" : "pay.title")} · ${t("app.name")}`,
      description: t("pay.description"),
      siteName: t("app.name"),
      indexed: false,
    }),
  };
}

/** Pays, uses a coupon, cancels, orders again, or ends a test payment (`intent`). The API checks whose order it is. */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await serverApi(request, context);
  const number = new URL(request.url).searchParams.get("order") ?? "";
  const form = await readFields(request, context);
  const write = { server, context, form, headers: {} };
  switch (form.get("intent")) {
    case "pay":
      return pay(write, number, context);
    case "coupon":
      return applyCoupon(write, number);
    case "uncoupon":
      return putCoupon(write, number, null);
    case "cancel":
      return callOff(write, number);
    case "again":
      return buy(write);
    case "test":
      return settleTest(write, number, context);
    default:
      return redirect(checkoutUrl(number), { status: 303 });
  }
}

/** A client-side navigation to this page has not loaded its texts yet. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const [answer] = await Promise.all([serverLoader<typeof loader>(), loadTexts("membership")]);
  return answer;
}

export { heldClientAction as clientAction } from "../../lib/send-form.ts";

export const headers = () => ({ "Cache-Control": "no-store" });

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Pay() {
  const { t } = useTranslation();
  const loaded = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const config = root && succeeded(root.config) ? root.config.d : null;
  const user = root?.user ?? null;
  return (
    <Checkout
      {...loaded}
      refused={result}
      busy={useNavigation().formMethod === "POST"}
      guest={user?.anonymous !== 0}
      vip={loaded.justPaid || Boolean(user?.is_vip)}
      buyer={user?.name ?? user?.email ?? t("profile.guest")}
      seller={config?.contact ?? null}
    />
  );
}
