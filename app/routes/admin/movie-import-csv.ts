import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvParts } from "../../admin/kit/csv-file.server.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

/** Every line of an import with its outcome, as a CSV file. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { api, unwrap } = await requirePermission(request, context, "catalogue.read");
  const id = params["id"]!;
  return csvParts(async (cursor) =>
    unwrap(await api.get("z/import/result", { id, ...(cursor && { cursor }) })),
  );
}
