import { createHash } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { clientCodes } from "../../contract/codes.ts";
import { succeeded } from "../../contract/envelope.ts";
import type { Envelope } from "../../contract/index.ts";
import type { ServerApi } from "./api.server.ts";

/**
 * Stores a picture that came with a form, the way every upload goes (spec, section 7): a presigned form, the SHA-256
 * as its name, and the file as the last field.
 * @param purpose `any` = what an admin stores for the service
 * @returns the name it is stored under; what it is by its content is judged by whoever uses it
 */
export async function uploadPicture(
  { api, locale }: ServerApi,
  context: AppLoadContext,
  file: File,
  purpose: "picture" | "any" = "picture",
): Promise<Envelope<{ key: string }>> {
  const presigned = await api.get("oss/form", purpose === "picture" ? { purpose } : {});
  if (!succeeded(presigned)) return presigned;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const key = `${createHash("sha256").update(bytes).digest("hex")}.${extensionOf(bytes)}`;
  const body = new FormData();
  for (const [name, value] of Object.entries(presigned.d.form)) body.append(name, value);
  body.append("key", key);
  body.append("file", new Blob([bytes], { type: file.type }), key);
  const url = new URL(presigned.d.url, context.origin);
  const request = new Request(url, { method: "POST", body, headers: { "Accept-Language": locale } });
  const send = url.origin === new URL(context.origin).origin ? context.apiFetch : fetch;
  const answer = await send(request).catch(() => null);
  if (answer?.ok) return { c: 0, m: "", d: { key } };
  const said = (await answer?.json().catch(() => null)) as Envelope<never> | null | undefined;
  return said && said.c !== 0 ? said : { c: clientCodes.network, m: "", d: null };
}

/** Of a file's content, not of its name: a phone calls its pictures what it likes. */
function extensionOf([first]: Uint8Array): "png" | "jpg" | "webp" {
  if (first === 0x89) return "png";
  return first === 0x52 ? "webp" : "jpg";
}
