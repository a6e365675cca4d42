import type { AppLoadContext } from "@remix-run/node";
import { clientCodes } from "../../contract/codes.ts";
import { succeeded, type Envelope } from "../../contract/envelope.ts";
import { grantHeader, grantOf } from "../../contract/ingest/upload-grant.ts";
import type { ServerApi } from "./api.server.ts";

/**
 * Streams a form with a file (its field `file`) to the storage: a video is larger than the memory. The storage names it
 * by its content.
 * @returns the name it is stored under, or the reason it was refused
 */
export async function uploadStreamed(
  { api, locale }: ServerApi,
  context: AppLoadContext,
  request: Request,
): Promise<Envelope<{ key: string }>> {
  const presigned = await api.get("oss/form", {});
  if (!succeeded(presigned)) return presigned;
  const headers = {
    "Content-Type": request.headers.get("Content-Type") ?? "",
    "Accept-Language": locale,
    [grantHeader]: grantOf(presigned.d.form),
  };
  // Sent to the service itself, whatever URL the form names: no other storage names a file, or takes one of unknown
  // length.
  const url = new URL("/oss/upload", context.origin);
  const init = { method: "POST", headers, body: request.body, duplex: "half", signal: request.signal };
  const answer = await context.apiFetch(new Request(url, init as RequestInit)).catch(() => null);
  const said = (await answer?.json().catch(() => null)) as Envelope<{ key: string }> | null | undefined;
  return said ?? { c: clientCodes.network, m: "", d: null };
}
