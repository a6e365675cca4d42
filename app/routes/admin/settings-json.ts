import type { LoaderFunctionArgs } from "@remix-run/node";
import { requirePermission } from "../../lib/require-permission.server.ts";

/** All settings as a file, to be imported elsewhere. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, unwrap } = await requirePermission(request, context, "settings.read");
  const exported = unwrap(await api.get("z/settings/export", {}));
  return new Response(`${JSON.stringify(exported, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="settings-${exported.exportedAt.slice(0, 10)}.json"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
