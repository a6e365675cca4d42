import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiDocsPage, apiDocsPolicy } from "../../admin/service/api-docs/api-docs.server.ts";
import { requirePermission } from "../../lib/require-permission.server.ts";

/** `/api/docs`: the calls of admins, to be read. For every admin, and in no cache. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { t, locale } = await requirePermission(request, context, "overview.read");
  return new Response(apiDocsPage({ t, locale, origin: context.origin }), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "private, no-store",
      "Content-Security-Policy": apiDocsPolicy,
      "X-Robots-Tag": "noindex",
    },
  });
}
