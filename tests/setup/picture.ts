import { createHash } from "node:crypto";
import sharp from "sharp";
import type { TestBackend } from "./backend.ts";

/**
 * Sends a small picture the way a browser does: a presigned form, the SHA-256 as its name, the file last.
 * @param red another one for another picture, 0 to 255
 * @param purpose `any` is an admin's
 * @returns the name it is stored under
 * @throws where it is refused
 */
export async function sendPicture(
  backend: TestBackend,
  { token, red, purpose = "picture" }: { token: string; red: number; purpose?: "picture" | "any" },
): Promise<string> {
  const bytes = await sharp({
    create: { width: 8, height: 8, channels: 3, background: { r: red, g: 0, b: 0 } },
  })
    .png()
    .toBuffer();
  const { d } = await backend.get("oss/form", purpose === "picture" ? "?purpose=picture" : "", { token });
  const key = `${createHash("sha256").update(bytes).digest("hex")}.png`;
  const body = new FormData();
  for (const [name, value] of Object.entries(d.form)) body.append(name, value as string);
  body.append("key", key);
  body.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), key);
  const { status } = await backend.fetch(d.url, { method: "POST", body });
  if (status !== 200) throw new Error(`The picture was refused with ${status}`);
  return key;
}
