import { Outlet } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import "../../../features/my-list/my-list.css";
import { PendingPage } from "../../../features/shell/pending-page.tsx";
import { RouteErrorBoundary } from "../../../ui/error-boundary.tsx";
import { Segments } from "../../../ui/segments.tsx";

/** My list: the user's list, and the history. */
export default function MyListShell() {
  const { t } = useTranslation();
  return (
    <main id="content" className="my-list">
      <div className="my-list-head">
        <h1 className="text-2xl font-extrabold tracking-tight">{t("myList.title")}</h1>
        <Segments
          label={t("myList.parts")}
          items={[
            { to: "/my-list", label: t("myList.favourites") },
            { to: "/my-list/history", label: t("myList.history") },
            { to: "/my-list?list=downloads", label: t("downloads.title") },
          ]}
        />
      </div>
      <div className="my-list-body">
        <Outlet />
        <PendingPage within="my-list" />
      </div>
    </main>
  );
}

export const ErrorBoundary = RouteErrorBoundary;
