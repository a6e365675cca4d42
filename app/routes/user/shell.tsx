import { Link, Outlet, useRouteLoaderData } from "@remix-run/react";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { InstallOffer } from "../../features/install/install-offer.tsx";
import { useSession } from "../../features/session/session-provider.tsx";
import { RouteErrorBoundary } from "../../lib/error-boundary.tsx";
import type { loader as rootLoader } from "../../root.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";
import { MainTabs } from "../main-tabs.tsx";

/** The user area: a bar above, tabs below (at the side on wide screens), the page between. */
export default function UserShell() {
  return (
    <Shell banner={<Offer />}>
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

/** Nothing is offered before the app is initialised (spec, section 2). */
function Offer() {
  return <InstallOffer ready={useSession().state.phase.at === "ready"} />;
}

function Shell({ children, banner }: { children: ReactNode; banner?: ReactNode }) {
  const { t } = useTranslation();
  const user = useRouteLoaderData<typeof rootLoader>("root")?.user;
  return (
    <div className="frame shell">
      <header className="top-bar">
        <Link to="/" className="-ms-1 flex min-h-11 items-center px-1" aria-label={t("app.name")}>
          <Wordmark className="h-6.5 w-auto wide:h-8" />
        </Link>
        <Link to="/page/search" prefetch="intent" className="search-link" aria-label={t("search.label")}>
          <Search aria-hidden="true" className="size-5.5 wide:size-5" strokeWidth={1.9} />
          <span className="hidden wide:inline">{t("search.label")}</span>
        </Link>
        {user && user.anonymous !== 1 ? null : (
          <Link to="/page/login" className="button -me-2 px-3 text-sm text-curtain hover:text-curtain-deep">
            {t("login.signIn")}
          </Link>
        )}
      </header>
      <MainTabs />
      <div className="page flex flex-col">{children}</div>
      {banner}
    </div>
  );
}
