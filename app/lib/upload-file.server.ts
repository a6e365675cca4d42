import type { AppLoadContext } from "@remix-run/node";
import { codes } from "../../contract/codes.ts";
import { succeeded } from "../../contract/envelope.ts";
import type { Envelope } from "../../contract/index.ts";
import { grantHeader, grantOf } from "../../contract/ingest/upload-grant.ts";
import type { ServerApi } from "./api.server.ts";

/**
 * Stores a small file that came with a form. It is sent to the service itself, whatever URL the form names: the service
 * names it by its content, says what is wrong with it, and waits no longer for a storage than a user does.
 * @param purpose `any` = a file an admin stores for the service
 * @returns the name it is stored under; the code that uses it checks its content
 */
export async function uploadFile(
  { api, locale, t }: ServerApi,
  context: AppLoadContext,
  file: { bytes: Uint8Array<ArrayBuffer>; extension: string; purpose: "picture" | "any" },
): Promise<Envelope<{ key: string }>> {
  const { bytes, extension, purpose } = file;
  const presigned = await api.get("oss/form", purpose === "picture" ? { purpose } : {});
  if (!succeeded(presigned)) return presigned;
  const body = new FormData();
  body.append("file", new Blob([bytes]), `file.${extension}`);
  const headers = { "Accept-Language": locale, [grantHeader]: grantOf(presigned.d.form) };
  const url = new URL("/oss/upload", context.origin);
  const answer = await context
    .apiFetch(new Request(url, { method: "POST", body, headers }))
    .catch(() => null);
  const said = (await answer?.json().catch(() => null)) as Envelope<{ key: string }> | null | undefined;
  return said ?? { c: codes.unavailable.c, m: t("errors.unavailable"), d: null };
}
