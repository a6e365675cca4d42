import type { AppLoadContext } from "@remix-run/node";
import type { Envelope } from "../../contract/index.ts";
import type { ServerApi } from "./api.server.ts";
import { pictureExtension } from "./send-directly.ts";
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
  // The storage refuses other files by their content.
  const extension = pictureExtension(bytes) ?? "jpg";
  return uploadFile(server, context, { bytes, extension, purpose });
}
