import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvParts } from "../../admin/kit/csv-file.server.ts";
import { filterOf, readUserQuery } from "../../admin/accounts/users/user-query.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

/** The list of accounts as a CSV file, with everything the filter finds. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, unwrap } = await requirePermission(request, context, "users.export");
  const filter = filterOf(readUserQuery(new URL(request.url).searchParams));
  return csvParts(async (cursor) =>
    unwrap(await api.get("z/user/export", { ...filter, ...(cursor && { cursor }) })),
  );
}
