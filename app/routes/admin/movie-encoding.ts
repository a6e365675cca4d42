import type { LoaderFunctionArgs } from "@remix-run/node";
import { latestEncoding } from "../../admin/catalogue/movie/latest-encoding.server.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

/** Progress of an episode's encoding: polled by the page that shows it. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const server = await requirePermission(request, context, "catalogue.read");
  const index = Number(new URL(request.url).searchParams.get("episode"));
  return { encoding: await latestEncoding(server, { id: params.id ?? "", index }) };
}
