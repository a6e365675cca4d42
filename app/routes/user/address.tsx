import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { writeAddress, type AddressOutcome } from "../../features/account/address-action.server.ts";
import { AddressCodeCard, NewAddressCard, OwnAddressCard } from "../../features/account/address-cards.tsx";
import { Panel } from "../../features/account/panel.tsx";
import { serverApi } from "../../lib/api.server.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";
import { Flash } from "../../ui/flash.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, signed, unwrap } = await serverApi(request, context);
  const { searchParams } = new URL(request.url);
  const answer = signed() ? await api.get("address/state", {}) : null;
  const state = answer && signed() ? unwrap(answer) : null;
  if (state === null)
    throw redirect(`/page/login?${new URLSearchParams({ to: "/profile/address" })}`, { status: 303 });
  const { email } = state;
  if (email === null) throw redirect("/profile", { status: 303 });
  const done = searchParams.get("done");
  return {
    ...state,
    email,
    /** The purchase that waits for the address. */
    to: safeRedirect(searchParams.get("to"), ""),
    done: done === "confirmed" || done === "changed" ? (done as "confirmed" | "changed") : null,
    page: pageFacts(request, context, {
      title: `${t("address.title")} · ${t("app.name")}`,
      description: t("address.title"),
      siteName: t("app.name"),
      indexed: false,
    }),
  };
}

/** Every write of the address (`intent`); the API authorises each call. */
export async function action({ request, context }: ActionFunctionArgs) {
  return writeAddress(request, context, await serverApi(request, context));
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

/** The account's e-mail address. */
export default function Address() {
  const { t } = useTranslation();
  const { email, confirmed, possible, to, done } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>() as AddressOutcome | undefined;
  const busy = useNavigation().formMethod === "POST";
  const { sent, refusal, typed = "" } = outcome ?? {};
  const faults = refusal?.fields ?? {};
  const marked = faults.code !== undefined || faults.email !== undefined;
  return (
    <main id="content" className="mx-auto w-full max-w-xl px-(--gutter) pt-4 pb-10">
      <Panel title={t("address.title")}>
        {refusal && !marked ? <Flash tone="error" text={refusal.message} /> : null}
        {to && !confirmed ? <Flash tone="error" text={t("errors.address_unconfirmed")} /> : null}
        {done && !outcome ? (
          <Flash tone="done" text={t(done === "changed" ? "address.changed" : "address.nowConfirmed")} />
        ) : null}
        {sent ? (
          <AddressCodeCard {...sent} own={email} error={faults.code} to={to} busy={busy} />
        ) : (
          <>
            <OwnAddressCard email={email} confirmed={confirmed} possible={possible} to={to} busy={busy} />
            {possible ? <NewAddressCard typed={typed} error={faults.email} to={to} busy={busy} /> : null}
          </>
        )}
      </Panel>
    </main>
  );
}
