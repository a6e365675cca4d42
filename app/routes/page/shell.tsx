import { Link, Outlet } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { RouteErrorBoundary } from "../../lib/error-boundary.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";

/** Pages outside the user area: a link back, the name, and the page. */
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
  return (
    <div className="frame">
      <header className="top-bar">
        <Link
          to="/"
          className="-ms-2.5 grid size-11 place-items-center rounded-full"
          aria-label={t("nav.back")}
        >
          <ArrowLeft aria-hidden="true" className="flip size-5.5" />
        </Link>
        <Link to="/" className="flex min-h-11 items-center" aria-label={t("app.name")}>
          <Wordmark className="h-6.5 w-auto wide:h-8" />
        </Link>
        <span className="w-8.5" />
      </header>
      <div className="page flex flex-col">{children}</div>
    </div>
  );
}
