import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { matchLocale } from "../../../contract/locales.ts";
import { LanguageList } from "../../features/language/language-list.tsx";
import { languages } from "../../features/language/languages.ts";
import { serverApi } from "../../lib/api.server.ts";
import { useDocument } from "../../lib/document-context.ts";
import { localeCookie } from "../../lib/locale-cookie.ts";
import { storeLocale } from "../../lib/locale-store.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import { readFields } from "../../lib/read-fields.server.ts";
import { withoutLanguage } from "../../lib/request-language.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";

const here = "/page/language";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { t, locale } = await serverApi(request, context);
  const display = new Intl.DisplayNames([locale], { type: "language" });
  return {
    to: safeRedirect(new URL(request.url).searchParams.get("to"), here),
    // Computed on the server only: a browser may word them differently, and both must render the same page.
    names: Object.fromEntries(languages.map((one) => [one.locale, display.of(one.locale) ?? one.name])),
    page: pageFacts(request, context, {
      title: `${t("language.title")} · ${t("app.name")}`,
      description: t("language.description"),
      siteName: t("app.name"),
    }),
  };
}

/**
 * Stores the language in its cookie and returns to the page the user came from. An unknown one is English (spec,
 * section 4).
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readFields(request, context);
  const locale = matchLocale(String(form.get("locale") ?? "")) ?? "en";
  return redirect(withoutLanguage(safeRedirect(form.get("to"), here)), {
    status: 303,
    headers: { "Set-Cookie": localeCookie(locale, context.origin.startsWith("https:")) },
  });
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

export default function LanguagePage() {
  const { t } = useTranslation();
  const { to, names } = useLoaderData<typeof loader>();
  const { locale } = useDocument();
  return (
    <main id="content" className="mx-auto w-full max-w-2xl px-(--gutter) pt-2 pb-12">
      <h1 className="text-2xl font-extrabold tracking-tight">{t("language.title")}</h1>
      <p className="mt-1.5 mb-5 text-ink-soft">{t("language.text")}</p>
      <LanguageList current={locale} to={to} names={names} onChoose={storeLocale} />
    </main>
  );
}
