import type { LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import {
  ChevronDown,
  Globe,
  MessageSquareText,
  MonitorDown,
  Scale,
  Smartphone,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { defaultBrandName } from "../../../contract/service/brand-facts.ts";
import { thirdParty } from "../../features/about/third-party.ts";
import { languageOf } from "../../features/language/languages.ts";
import { serverApi } from "../../lib/api.server.ts";
import { useDocument } from "../../lib/document-context.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import { TextLinks } from "../../ui/text-links.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";

/** Ways to install, with the reader's own platform unfolded. */
const platforms = [
  { id: "android", icon: Smartphone },
  { id: "ios", icon: Smartphone },
  { id: "desktop", icon: MonitorDown },
] as const;
type Platform = (typeof platforms)[number]["id"];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, unwrap } = await serverApi(request, context);
  const { version, contact } = unwrap(await api.get("config", {}));
  const agent = request.headers.get("User-Agent") ?? "";
  const own: Platform = /iPhone|iPad|iPod|Macintosh/.test(agent) ? "ios" : "android";
  return {
    version,
    contact,
    own: context.device === "desktop" ? ("desktop" as const) : own,
    libraries: thirdParty,
    page: pageFacts(request, context, {
      title: `${t("about.title")} · ${t("app.name")}`,
      description: t("app.description"),
      siteName: t("app.name"),
    }),
  };
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

/** The product, its version and its terms, how to install it, and a contact. */
export default function AboutPage() {
  const { t } = useTranslation();
  const { version, contact, own, libraries } = useLoaderData<typeof loader>();
  const { locale, brand } = useDocument();
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
        <div className="mt-3 grid gap-2.5">
          {platforms.map(({ id, icon }) => (
            <Fold key={id} icon={icon} title={t(`about.${id}`)} open={id === own}>
              <p>{t(`about.${id}Text`)}</p>
            </Fold>
          ))}
        </div>
      </Part>
      <Part icon={MessageSquareText} title={t("about.contact")}>
        <p>{t("about.contactText")}</p>
        {contact ? (
          <p>
            <a
              href={`mailto:${contact}`}
              className="inline-flex min-h-11 items-center font-medium break-all text-ink underline underline-offset-4"
              dir="ltr"
            >
              {contact}
            </a>
          </p>
        ) : null}
        <div className="mt-3 flex flex-wrap gap-2.5">
          <Link to="/page/feedback" className="button button-primary">
            {t("feedback.heading")}
          </Link>
          <Link to="/page/text?key=imprint" className="button button-quiet">
            {t("text.imprint")}
          </Link>
        </div>
      </Part>
      <Part icon={Scale} title={t("about.licence")}>
        {brand.name === defaultBrandName ? <p>{t("about.licenceText")}</p> : null}
        <div className="mt-3">
          <Fold title={t("about.thirdParty")}>
            <p>{t("about.thirdPartyText")}</p>
            <ul className="mt-3 grid gap-x-6 gap-y-1 @min-[600px]/page:grid-cols-2" dir="ltr">
              {libraries.map(([name, licence]) => (
                <li key={name} className="flex justify-between gap-4">
                  <span className="min-w-0 truncate font-medium text-ink">{name}</span>
                  <span className="shrink-0">{licence}</span>
                </li>
              ))}
            </ul>
          </Fold>
        </div>
      </Part>
      <Part icon={Globe} title={t("language.title")}>
        <Link to="/page/language?to=/page/about" className="button button-quiet">
          {languageOf(locale).name}
        </Link>
      </Part>
      <TextLinks />
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

function Fold({
  icon: Icon,
  title,
  open = false,
  children,
}: {
  icon?: LucideIcon;
  title: string;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details open={open} className="group rounded-lg bg-mist">
      <summary className="flex min-h-12 list-none items-center gap-3 px-3.5 font-semibold text-ink [&::-webkit-details-marker]:hidden">
        {Icon ? <Icon aria-hidden="true" className="size-4.5 shrink-0" /> : null}
        <span className="flex-1">{title}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-4.5 shrink-0 text-ink-faint transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="px-3.5 pb-3.5 text-sm">{children}</div>
    </details>
  );
}
