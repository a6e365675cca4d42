import { Link, Outlet, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PendingPage } from "../../features/shell/pending-page.tsx";
import { RouteErrorBoundary } from "../../ui/error-boundary.tsx";
import { BackLink } from "../../ui/back-link.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";
import { MainTabs } from "../main-tabs.tsx";
import { WholePendingPage } from "../shell-bars.tsx";

/** Where a page belongs; home, for the others. */
const parents: Record<string, string> = {
  "/page/about": "/profile",
  "/page/collection": "/page/search",
  "/page/collection/": "/page/collection",
  "/page/feedback": "/profile",
  "/page/language": "/profile",
  "/page/login/link": "/page/login",
  "/page/login/oidc": "/page/login",
  "/page/membership": "/profile",
  "/page/pay": "/page/membership",
  "/page/person/": "/page/search",
  "/page/profiles": "/profile",
  "/page/text": "/page/about",
};

/** Pages outside the user area: a link back, the name, and the page; on wide screens also the links of the user area. */
export default function PageShell() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

export function ErrorBoundary() {
  return (
    <Shell>
      <RouteErrorBoundary />
    </Shell>
  );
}

function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const parent = parents[pathname] ?? parents[pathname.slice(0, pathname.lastIndexOf("/") + 1)] ?? "/";
  return (
    <div className="frame shell">
      <header className="top-bar top-bar-back">
        <BackLink to={parent} className="-ms-2.5 grid size-11 place-items-center rounded-full" />
        <Link to="/" className="flex min-h-11 items-center" aria-label={t("app.name")}>
          <Wordmark className="h-6.5 w-auto wide:h-8" />
        </Link>
        <span className="w-8.5 wide:hidden" />
      </header>
      <MainTabs aside />
      <div className="page flex flex-col">
        {children}
        <PendingPage within="page" />
      </div>
      <WholePendingPage />
    </div>
  );
}
