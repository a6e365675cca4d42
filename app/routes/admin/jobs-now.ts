import type { LoaderFunctionArgs } from "@remix-run/node";
import { jobsNow } from "../../admin/ingest/jobs/now.server.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

/** State of the jobs: polled by the page that shows them. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.read");
  return jobsNow(server, new URL(request.url).searchParams);
}
