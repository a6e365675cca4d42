import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import { forgetTicket, pendingTicket } from "../../features/sign-in/factor-cookie.server.ts";
import { FactorForm } from "../../features/sign-in/factor-form.tsx";
import { serverApi } from "../../lib/api.server.ts";
import { enterPage, finishSignIn } from "../../lib/identity.server.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap } = await serverApi(request, context);
  const { identity } = unwrap(await api.get("config", {}));
  return {
    rpId: identity.passkeys,
    waiting: pendingTicket(request, context) !== "",
    page: pageFacts(request, context, {
      title: `${t("login.title")} · ${t("app.name")}`,
      description: t("login.description"),
      siteName: t("app.name"),
      indexed: false,
    }),
  };
}

/** Opens the session with the second factor, and goes on to the page the sign-in began for. */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await serverApi(request, context);
  const form = await readFields(request, context);
  const { searchParams } = new URL(request.url);
  const word = (name: string) => String(form.get(name) ?? "").trim();
  const ticket = pendingTicket(request, context);
  const input = { ticket, code: word("code"), passkey: word("passkey") };
  if (input.ticket === "") return data({ message: "", fields: {}, stale: true }, { status: 422 });
  const started = await finishSignIn(server, input, context.origin);
  if ("headers" in started) {
    forgetTicket(started.headers, context);
    const inAdmin = searchParams.get("inAdmin") === "1";
    return enterPage(safeRedirect(searchParams.get("to")), { ...started, inAdmin });
  }
  const headers = new Headers();
  if (started.stale) forgetTicket(headers, context);
  return data({ ...started.refusal, stale: started.stale === true }, { status: started.status, headers });
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

/** The second step of a sign-in. */
export default function LoginFactor() {
  const { waiting, rpId } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const [query] = useSearchParams();
  const busy = useNavigation().formMethod === "POST";
  return (
    <main id="content" className="flex flex-1 flex-col items-center px-5 pt-4 pb-12 @min-[600px]/page:pt-12">
      <FactorForm
        rpId={rpId}
        waiting={waiting && !refusal?.stale}
        query={query}
        refusal={refusal}
        busy={busy}
      />
    </main>
  );
}
