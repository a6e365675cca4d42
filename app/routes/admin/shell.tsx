import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useRouteLoaderData } from "@remix-run/react";
import { lazy, type ReactNode } from "react";
import { AdminFrame } from "../../admin/kit/admin-frame.tsx";
import "../../admin/kit/css/parts.css";
import "../../admin/kit/css/frame.css";
import "../../admin/kit/css/table.css";
import "../../admin/kit/css/form.css";
import "../../admin/kit/css/panels.css";
import "../../admin/kit/css/uploads.css";
import { UploadsFrame } from "../../admin/ingest/upload/uploads-frame.tsx";
import { useBrowserSession } from "../../features/session/session-provider.tsx";
import { RouteErrorBoundary } from "../../ui/error-boundary.tsx";
import type { RouteHandle } from "../../lib/packs.ts";
import { readZone, utc } from "../../lib/zone.ts";
import type { loader as rootLoader } from "../../root.tsx";

/** The admin area has texts of its own, which only its pages load. */
export const handle: RouteHandle = { texts: ["admin"] };

/** With the pages that can begin an upload, and so at hand once one has: most visits load none of it. */
const UploadTray = lazy(async () => ({
  default: (await import("../../admin/ingest/upload/upload-tray.tsx")).UploadTray,
}));

/** The reader's time zone, and nothing that has to be guarded. */
export const loader = ({ request }: LoaderFunctionArgs) => ({
  zone: readZone(request.headers.get("Cookie")),
});

/** The admin area's frame. It guards nothing: each screen in it does so itself. */
export default function AdminShell() {
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
  const user = useRouteLoaderData<typeof rootLoader>("root")?.user ?? null;
  const zone = useRouteLoaderData<typeof loader>("routes/admin/shell")?.zone ?? utc;
  const session = useBrowserSession();
  return (
    <UploadsFrame session={session} list={<UploadTray />}>
      <AdminFrame user={user} unseen={user?.unseen ?? 0} zone={zone}>
        {children}
      </AdminFrame>
    </UploadsFrame>
  );
}
