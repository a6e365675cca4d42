import type { LoaderFunctionArgs } from "@remix-run/node";
import { magnetNow, magnetsNow } from "../../admin/ingest/magnets/now.server.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

/** State of the magnets, or of the one that `id` names: polled by the pages that show them. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.read");
  const search = new URL(request.url).searchParams;
  const id = search.get("id");
  return id === null ? magnetsNow(server, search) : magnetNow(server, id);
}
