import { Link, useRouteLoaderData } from "@remix-run/react";
import { ArrowLeft, Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import { PendingPage } from "../features/shell/pending-page.tsx";
import type { ShellName } from "../lib/pending-page.ts";
import type { loader as rootLoader } from "../root.tsx";
import { Wordmark } from "../ui/wordmark.tsx";
import { MainTabs } from "./main-tabs.tsx";

/** The bar above the pages of the user area. */
export function UserBar() {
  const { t } = useTranslation();
  const user = useRouteLoaderData<typeof rootLoader>("root")?.user;
  return (
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
  );
}

/** The outline of a page with another shell, or with none. */
export const WholePendingPage = () => <PendingPage bars={barsOf} />;

/** The bars around an outline. The arrow leads nowhere yet, as the page it is on has not come. */
function barsOf(shell: ShellName) {
  return shell === "user" ? (
    <>
      <UserBar />
      <MainTabs />
    </>
  ) : (
    <>
      <header className="top-bar top-bar-back" aria-hidden="true">
        <span className="-ms-2.5 grid size-11 place-items-center">
          <ArrowLeft className="flip size-5.5" />
        </span>
        <Wordmark className="h-6.5 w-auto wide:h-8" />
        <span className="w-8.5 wide:hidden" />
      </header>
      <MainTabs aside />
    </>
  );
}
