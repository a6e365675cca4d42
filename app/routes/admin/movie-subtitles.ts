import type { LoaderFunctionArgs } from "@remix-run/node";
import { requirePermission } from "../../lib/require-permission.server.ts";

/** One of an episode's subtitle tracks as a file to download. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { api, unwrap } = await requirePermission(request, context, "catalogue.read");
  const search = new URL(request.url).searchParams;
  const index = Number(search.get("episode"));
  const asked = { id: params.id ?? "", index, subtitle: search.get("track") ?? "" };
  const { name, vtt } = unwrap(await api.get("z/subtitle/file", asked));
  return new Response(vtt, {
    headers: {
      "Content-Type": "text/vtt; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
