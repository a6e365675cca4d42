import type { AppLoadContext } from "@remix-run/node";
import type { Envelope } from "../../contract/index.ts";
import type { ServerApi } from "./api.server.ts";
import { uploadFile } from "./upload-file.server.ts";

/**
 * Stores a picture that came with a form.
 * @param purpose `any` = a file an admin stores for the service
 * @returns the name it is stored under; the code that uses it checks its content
 */
export async function uploadPicture(
  server: ServerApi,
  context: AppLoadContext,
  file: File,
  purpose: "picture" | "any" = "picture",
): Promise<Envelope<{ key: string }>> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return uploadFile(server, context, { bytes, extension: extensionOf(bytes), type: file.type, purpose });
}

/** From a file's content, not its name: phones choose any name for pictures. */
function extensionOf([first]: Uint8Array): "png" | "jpg" | "webp" {
  if (first === 0x89) return "png";
  return first === 0x52 ? "webp" : "jpg";
}
