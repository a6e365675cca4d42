import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ConfirmedAside, ConfirmForm } from "../../features/account/confirm-form.tsx";
import { serverApi } from "../../lib/api.server.ts";
import { passkeyOf, refusalOf, refusalStatus, type Refusal } from "../../lib/identity.server.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import { confirmPrefix, readAllFields } from "../../lib/read-fields.server.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, signed, unwrap } = await serverApi(request, context);
  const to = safeRedirect(new URL(request.url).searchParams.get("to"), "/profile");
  const state = signed() ? await api.get("factor/state", {}) : null;
  if (!signed() || state === null)
    throw redirect(`/page/login?${new URLSearchParams({ to })}`, { status: 303 });
  const { since, passkeys } = unwrap(state);
  const linked = unwrap(await api.get("oidc/list", {}));
  const { identity } = unwrap(await api.get("config", {}));
  return {
    to,
    aside: new URL(request.url).searchParams.get("view") === "done",
    hasApp: since !== null,
    provider: linked.items.length > 0 ? identity.oidc : null,
    rpId: passkeys.length > 0 ? identity.passkeys : null,
    page: pageFacts(request, context, {
      title: `${t("confirm.title")} · ${t("app.name")}`,
      description: t("security.description"),
      siteName: t("app.name"),
      indexed: false,
    }),
  };
}

type Asked = {
  /** The form that waits, as it was sent; null = a page waits, and no form. */
  fields: [name: string, value: string][] | null;
  refusal?: Refusal;
};

/**
 * Takes in a form that a call has refused until its user confirms who they are, and shows it with the question; then
 * confirms, and sends the form on to where it was going, or opens the page.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { api } = await serverApi(request, context);
  const to = safeRedirect(new URL(request.url).searchParams.get("to"), "/profile");
  const sent = [...(await readAllFields(request, context))].filter(
    (field): field is [string, string] => typeof field[1] === "string",
  );
  const own = new Map(sent.filter(([name]) => name.startsWith(confirmPrefix)));
  const isPage = own.has(`${confirmPrefix}page`);
  const fields = isPage ? null : sent.filter(([name]) => !name.startsWith(confirmPrefix));
  const password = own.get(`${confirmPrefix}password`);
  const code = own.get(`${confirmPrefix}code`)?.trim();
  const passkey = own.get(`${confirmPrefix}passkey`);
  if (password === undefined) return data<Asked>({ fields });
  const proof = passkey ? { passkey: passkeyOf(passkey) } : code ? { code } : password ? { password } : {};
  const answer = await api.post("session/confirm", proof);
  if (answer.c !== 0) return data<Asked>({ fields, refusal: refusalOf(answer) }, refusalStatus(answer));
  return redirect(to, { status: isPage ? 303 : 307 });
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Confirm() {
  const { to, aside, hasApp, rpId, provider } = useLoaderData<typeof loader>();
  const asked = useActionData<typeof action>() as Asked | undefined;
  return (
    <main id="content" className="flex flex-1 flex-col items-center px-5 pt-4 pb-12 @min-[600px]/page:pt-12">
      {aside ? (
        <ConfirmedAside />
      ) : (
        <ConfirmForm
          to={to}
          hasApp={hasApp}
          rpId={rpId}
          provider={provider}
          fields={asked?.fields ?? null}
          refusal={asked?.refusal}
        />
      )}
    </main>
  );
}
