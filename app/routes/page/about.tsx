import type { LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { Globe, MonitorDown, Scale, Smartphone, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { languageOf } from "../../features/language/languages.ts";
import { serverApi } from "../../lib/api.server.ts";
import { useDocument } from "../../lib/document-context.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import { Wordmark } from "../../ui/wordmark.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap } = await serverApi(request, context);
  const { version } = unwrap(await api.get("config", {}));
  return {
    version,
    page: pageFacts(request, context, {
      title: `${t("about.title")} · ${t("app.name")}`,
      description: t("app.description"),
      siteName: t("app.name"),
    }),
  };
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

/** What this is, which version, on what terms, and how to put it on a home screen. */
export default function AboutPage() {
  const { t } = useTranslation();
  const { version } = useLoaderData<typeof loader>();
  const { locale } = useDocument();
  return (
    <main id="content" className="mx-auto w-full max-w-2xl px-(--gutter) pt-2 pb-12">
      <h1 className="text-2xl font-extrabold tracking-tight">{t("about.title")}</h1>
      <section className="mt-5 grid justify-items-center rounded-xl bg-card px-6 py-8 text-center shadow-card">
        <Wordmark className="h-11 w-auto" />
        <p className="mt-4 max-w-sm text-ink-soft">{t("app.description")}</p>
        <p className="mt-4 rounded-full bg-mist px-3.5 py-1 text-sm font-medium">
          {t("about.version", { version })}
        </p>
      </section>
      <Part icon={MonitorDown} title={t("about.install")}>
        <p>{t("about.installText")}</p>
        <ul className="mt-3 grid gap-2.5">
          <Way icon={Smartphone} text={t("about.installAndroid")} />
          <Way icon={Smartphone} text={t("about.installIos")} />
          <Way icon={MonitorDown} text={t("about.installDesktop")} />
        </ul>
      </Part>
      <Part icon={Scale} title={t("about.licence")}>
        <p>{t("about.licenceText")}</p>
      </Part>
      <Part icon={Globe} title={t("language.title")}>
        <Link to="/page/language?to=/page/about" className="button button-quiet">
          {languageOf(locale).name}
        </Link>
      </Part>
    </main>
  );
}

function Part({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <section className="mt-7">
      <h2 className="mb-2 flex items-center gap-2.5 text-lg font-bold">
        <Icon aria-hidden="true" className="size-5 text-curtain" />
        {title}
      </h2>
      <div className="text-ink-soft">{children}</div>
    </section>
  );
}

function Way({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <li className="flex gap-3 rounded-lg bg-mist px-3.5 py-3 text-sm">
      <Icon aria-hidden="true" className="mt-px size-4.5 shrink-0" />
      {text}
    </li>
  );
}
