import type { LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChevronRight, WifiOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { keptPaths } from "../features/offline/protocol.ts";
import { serverApi } from "../lib/api.server.ts";
import { pageFacts, pageMeta } from "../lib/page-meta.ts";
import { Wordmark } from "../ui/wordmark.tsx";

/** Shown in place of other pages, so no script of its own runs in it (root.tsx). */
export const handle = { still: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { t } = await serverApi(request, context);
  return {
    page: pageFacts(request, context, {
      title: `${t("offline.title")} · ${t("app.name")}`,
      description: t("offline.text"),
      siteName: t("app.name"),
    }),
  };
}

export const meta = ({ data }: MetaArgs<typeof loader>) => [
  ...pageMeta(data?.page),
  { name: "robots", content: "noindex" },
];

const names = {
  "/": "nav.home",
  "/my-list": "nav.myList",
  "/my-list?list=downloads": "downloads.title",
  "/my-list/history": "myList.history",
  "/profile": "nav.profile",
  "/page/about": "about.title",
} as const;

/** The same for every user. The service worker shows those entries of the list whose pages it has. */
export default function OfflinePage() {
  const { t } = useTranslation();
  useLoaderData<typeof loader>();
  return (
    <div className="frame">
      <header className="top-bar justify-center">
        <Wordmark className="h-6.5 w-auto wide:h-8" />
      </header>
      <main id="content" className="grid flex-1 content-center justify-items-center px-6 py-12">
        <span className="grid size-20 place-items-center rounded-full bg-curtain-tint text-curtain">
          <WifiOff aria-hidden="true" className="size-9" strokeWidth={1.8} />
        </span>
        <h1 className="mt-5 text-center text-xl font-bold tracking-tight">{t("offline.title")}</h1>
        <p className="mt-2 max-w-sm text-center text-balance text-ink-soft">{t("offline.text")}</p>
        {/* Reloads the same address. */}
        <a href="" className="button button-primary mt-6">
          {t("offline.retry")}
        </a>
        <section hidden data-kept="" className="mt-10 w-full max-w-sm">
          <h2 className="mb-2 text-sm font-semibold text-ink-soft">{t("offline.kept")}</h2>
          <ul className="overflow-hidden rounded-xl bg-card shadow-card">
            {keptPaths.map((path) => (
              <li key={path} hidden data-kept={path} className="not-first:border-t not-first:border-line">
                <a href={path} className="flex min-h-12 items-center justify-between gap-3 px-4 font-medium">
                  {t(names[path as keyof typeof names])}
                  <ChevronRight aria-hidden="true" className="flip size-5 text-ink-faint" />
                </a>
              </li>
            ))}
          </ul>
        </section>
      </main>
    </div>
  );
}
