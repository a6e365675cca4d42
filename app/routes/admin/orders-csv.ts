import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvParts } from "../../admin/kit/csv-file.server.ts";
import { filterOf, readOrderQuery } from "../../admin/commerce/order-query.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

/** The list of orders as a CSV file, with everything the filter finds. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, unwrap } = await requirePermission(request, context, "payments.export");
  const filter = filterOf(readOrderQuery(new URL(request.url).searchParams));
  return csvParts(async (cursor) =>
    unwrap(await api.get("z/order/export", { ...filter, ...(cursor && { cursor }) })),
  );
}
