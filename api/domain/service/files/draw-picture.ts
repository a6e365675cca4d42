import type { DrawnPicture, PictureFailure, PictureRequest, Pictures } from "../../../ports/pictures.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { pictureFormat } from "./picture-format.ts";

/** Seconds after which to resend a picture that was refused because the queue was full. */
const againS = 5;

/**
 * Draws a picture from an untrusted sender. Its header is checked here, before anything is decoded.
 * @param patient waits for its turn without limit: for background work
 * @throws Failure invalid (`format`, `too_small`) of the field `key` · pictures_busy
 */
export async function drawPicture(
  pictures: Pictures,
  request: PictureRequest & { bytes: Buffer },
  options: { patient?: boolean } = {},
): Promise<DrawnPicture> {
  if (pictureFormat(request.bytes) === null) throw invalidField("key", "format");
  return pictures.draw(request, options).catch((error: unknown) => {
    const { problem } = error as Partial<PictureFailure>;
    if (problem === "busy") throw new Failure("pictures_busy", [], againS);
    if (problem === "unreadable") throw invalidField("key", "format");
    if (problem === "too_small") throw invalidField("key", "too_small");
    throw error;
  });
}
