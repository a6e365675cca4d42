import type { LoaderFunctionArgs } from "@remix-run/node";
import type { InputOf } from "../../../contract/index.ts";
import { csvParts } from "../../admin/kit/csv-file.server.ts";
import { readFilters } from "../../admin/kit/list-url.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

const fields = ["panel", "from", "to", "id", "index"] as const;

/** A panel of the analysis as a CSV file. The API validates the fields. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, unwrap } = await requirePermission(request, context, "analysis.read");
  const input = readFilters(new URL(request.url).searchParams, fields) as unknown;
  return csvParts(async () =>
    unwrap(await api.get("z/analysis/export", input as InputOf<"z/analysis/export">)),
  );
}
