import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { GoToProvider, OidcStopped } from "../../features/sign-in/oidc-form.tsx";
import {
  beginAtProvider,
  comesBack,
  finishAtProvider,
  problemOf,
  type OidcOutcome,
} from "../../features/sign-in/oidc.server.ts";
import { serverApi } from "../../lib/api.server.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";

/** Takes in who comes back from the provider; without that it says why a sign-in came to nothing. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const server = await serverApi(request, context);
  const url = new URL(request.url);
  if (comesBack(url)) throw await finishAtProvider(server, request, context);
  const { api, t, unwrap } = server;
  const { identity } = unwrap(await api.get("config", {}));
  const problem = problemOf(url);
  const page = pageFacts(request, context, {
    title: `${t("login.title")} · ${t("app.name")}`,
    description: t("login.description"),
    siteName: t("app.name"),
    indexed: false,
  });
  const message = problem && t(`errors.${problem}`);
  return data({ name: identity.oidc, message, page }, { status: problem ? 422 : 200 });
}

/** Begins a sign-in at the provider, or links an identity there to the account. */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await serverApi(request, context);
  const form = await readFields(request, context);
  const purpose = form.get("intent") === "oidc-link" ? "link" : "sign-in";
  if (purpose === "link" && !server.signed()) throw redirect("/page/login?to=/profile/security", 303);
  return beginAtProvider(server, { purpose, to: safeRedirect(form.get("to")), context });
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

/** The way to the operator's own provider, and back. */
export default function LoginOidc() {
  const { name, message } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>() as OidcOutcome | undefined;
  return (
    <main id="content" className="flex flex-1 flex-col items-center px-5 pt-4 pb-12 @min-[600px]/page:pt-12">
      {outcome && "url" in outcome ? (
        <GoToProvider url={outcome.url} name={outcome.label} />
      ) : (
        <OidcStopped message={outcome?.message ?? message} name={name} />
      )}
    </main>
  );
}
