import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import { LinkEnter } from "../../features/sign-in/link-enter.tsx";
import { MailRequest } from "../../features/sign-in/mail-request.tsx";
import {
  enterByCode,
  exchangeLinkCode,
  hasLinkCode,
  requestLink,
} from "../../features/sign-in/mailed-link.server.ts";
import { serverApi } from "../../lib/api.server.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const exchanged = exchangeLinkCode(request, context);
  if (exchanged) throw exchanged;
  const { api, t, unwrap } = await serverApi(request, context);
  const { identity } = unwrap(await api.get("config", {}));
  return {
    possible: identity.link,
    hasCode: hasLinkCode(request, context),
    to: safeRedirect(new URL(request.url).searchParams.get("to")),
    page: pageFacts(request, context, {
      title: `${t("login.linkTitle")} · ${t("app.name")}`,
      description: t("login.description"),
      siteName: t("app.name"),
      indexed: false,
    }),
  };
}

/** Has a link mailed, or signs in with the one this browser arrived by (`intent`). */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await serverApi(request, context);
  const form = await readFields(request, context);
  if (form.get("intent") === "enter") return enterByCode(server, request, context);
  const email = String(form.get("email") ?? "").trim();
  return requestLink(server, { email, to: safeRedirect(form.get("to")), context });
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

/** Signing in by a mailed link. */
export default function LoginLink() {
  const { possible, hasCode, to } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const [search] = useSearchParams();
  const busy = useNavigation().formMethod === "POST";
  return (
    <main id="content" className="flex flex-1 flex-col items-center px-5 pt-4 pb-12 @min-[600px]/page:pt-12">
      {search.get("step") === "enter" ? (
        <LinkEnter usable={hasCode && !refusal?.stale} refusal={refusal} busy={busy} />
      ) : (
        <MailRequest
          intent="link"
          possible={possible}
          sent={search.get("done") === "sent"}
          to={to}
          refusal={refusal}
          busy={busy}
        />
      )}
    </main>
  );
}
