import { Outlet } from "@remix-run/react";
import type { ReactNode } from "react";
import { InstallOffer } from "../../features/install/install-offer.tsx";
import { PendingPage } from "../../features/shell/pending-page.tsx";
import { useSession } from "../../features/session/session-provider.tsx";
import { RouteErrorBoundary } from "../../ui/error-boundary.tsx";
import { MainTabs } from "../main-tabs.tsx";
import { WholePendingPage, UserBar } from "../shell-bars.tsx";

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
  return (
    <div className="frame shell">
      <UserBar />
      <MainTabs />
      <div className="page flex flex-col">
        {children}
        <PendingPage within="user" />
      </div>
      {banner}
      <WholePendingPage />
    </div>
  );
}
