import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvParts } from "../../admin/kit/csv-file.server.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

/** The codes of a batch as a CSV file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, unwrap } = await requirePermission(request, context, "payments.write");
  const id = new URL(request.url).searchParams.get("id") ?? "";
  return csvParts(async () => unwrap(await api.get("z/code/export", { id })));
}
