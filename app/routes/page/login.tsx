import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
} from "@remix-run/node";
import {
  Link,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigation,
  useSearchParams,
} from "@remix-run/react";
import { Globe } from "lucide-react";
import { useTranslation } from "react-i18next";
import { languageOf } from "../../features/language/languages.ts";
import { SignInForm } from "../../features/sign-in/sign-in-form.tsx";
import { serverApi } from "../../lib/api.server.ts";
import { endSession, startSession, type Refusal } from "../../lib/identity.server.ts";
import { useDocument } from "../../lib/document-context.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap } = await serverApi(request, context);
  const { identity } = unwrap(await api.get("config", {}));
  return {
    minPasswordLength: identity.minPasswordLength,
    to: safeRedirect(new URL(request.url).searchParams.get("to")),
    page: pageFacts(request, context, {
      title: `${t("login.title")} · ${t("app.name")}`,
      description: t("login.description"),
      siteName: t("app.name"),
    }),
  };
}

/** Signs in, signs up or signs out (`intent`), then returns to where the person came from. */
export async function action({ request, context }: ActionFunctionArgs) {
  const server = await serverApi(request, context);
  const form = await request.formData();
  const word = (name: string) => String(form.get(name) ?? "");
  const to = safeRedirect(form.get("to"));
  if (word("intent") === "sign-out") {
    return redirect(to, { headers: { "Set-Cookie": await endSession(server, context.origin) } });
  }
  const email = word("email").trim();
  const password = word("password");
  const name = word("name").trim();
  const identity =
    word("intent") === "sign-up"
      ? await server.api.post("identity/sign-up", { email, password, ...(name ? { name } : {}) })
      : await server.api.post("identity/sign-in", { email, password });
  const started = await startSession(server, identity, context.origin);
  if ("cookie" in started) return redirect(to, { headers: { "Set-Cookie": started.cookie } });
  // The password is not sent back: a page must never hold one.
  const refused: Refusal & { typed: { email: string; name: string } } = {
    ...started.refusal,
    typed: { email, name },
  };
  return data(refused, { status: 422 });
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function Login() {
  const { minPasswordLength, to } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const { pathname, search: query } = useLocation();
  const { t } = useTranslation();
  const { locale } = useDocument();
  return (
    <main
      id="content"
      className="grid flex-1 place-items-start justify-center px-5 pt-4 pb-12 @min-[600px]/page:pt-12"
    >
      <SignInForm
        mode={search.get("mode") === "sign-up" ? "sign-up" : "sign-in"}
        to={to}
        minPasswordLength={minPasswordLength}
        refusal={useActionData<typeof action>()}
        busy={useNavigation().formMethod === "POST"}
      />
      <Link
        to={`/page/language?to=${encodeURIComponent(pathname + query)}`}
        className="button mt-4 gap-2 justify-self-center text-sm text-ink-soft hover:text-ink"
      >
        <Globe aria-hidden="true" className="size-4.5" />
        {t("language.title")}: {languageOf(locale).name}
      </Link>
    </main>
  );
}
