import { createHash } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { clientCodes } from "../../contract/codes.ts";
import { succeeded } from "../../contract/envelope.ts";
import type { Envelope } from "../../contract/index.ts";
import { keyIn } from "../../contract/ingest/upload-grant.ts";
import type { ServerApi } from "./api.server.ts";

/**
 * Stores a small file that came with a form, as every upload does (spec, section 7): a presigned form, the SHA-256 as
 * its name, and the file as the last field.
 * @param purpose `any` = a file an admin stores for the service
 * @returns the name it is stored under; the code that uses it checks its content
 */
export async function uploadFile(
  { api, locale }: ServerApi,
  context: AppLoadContext,
  file: { bytes: Uint8Array<ArrayBuffer>; extension: string; type: string; purpose: "picture" | "any" },
): Promise<Envelope<{ key: string }>> {
  const { bytes, extension, type, purpose } = file;
  const presigned = await api.get("oss/form", purpose === "picture" ? { purpose } : {});
  if (!succeeded(presigned)) return presigned;
  const key = `${createHash("sha256").update(bytes).digest("hex")}.${extension}`;
  const body = new FormData();
  const { form } = presigned.d;
  for (const [name, value] of Object.entries({ ...form, key: keyIn(form, key) })) body.append(name, value);
  body.append("file", new Blob([bytes], { type }), key);
  const url = new URL(presigned.d.url, context.origin);
  const request = new Request(url, { method: "POST", body, headers: { "Accept-Language": locale } });
  const send = url.origin === new URL(context.origin).origin ? context.apiFetch : fetch;
  const answer = await send(request).catch(() => null);
  if (answer?.ok) return { c: 0, m: "", d: { key } };
  const said = (await answer?.json().catch(() => null)) as Envelope<never> | null | undefined;
  return said && said.c !== 0 ? said : { c: clientCodes.network, m: "", d: null };
}
