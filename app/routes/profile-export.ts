import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { exportAsJson } from "../features/account/export-stream.server.ts";
import { serverApi } from "../lib/api.server.ts";

/** All data stored about the user, as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const server = await serverApi(request, context);
  const { api, signed, unwrap } = server;
  if (!signed()) return redirect("/page/login?to=/profile", { status: 303 });
  // The first page before the first byte: a refusal is a complete answer, not half a file.
  const first = unwrap(await api.get("profile/export", {}));
  const day = new Date().toISOString().slice(0, 10);
  return new Response(exportAsJson(server, first), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName(context.brand.name)}-${day}.json"`,
      "Cache-Control": "no-store",
    },
  });
}

/** The name of the service as part of a file's name. */
function fileName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "-");
  return plain.replace(/^-|-$/g, "") || "profile";
}
