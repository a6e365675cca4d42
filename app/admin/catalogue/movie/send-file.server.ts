import type { AppLoadContext } from "@remix-run/node";
import type { AdminMovie } from "../../../../contract/index.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { sendArtwork } from "./send-artwork.server.ts";
import { sendSubtitles } from "./send-subtitles.server.ts";
import { sendVideo } from "./send-video.server.ts";

/**
 * A form about a movie that brings a file, or names one that scripts have stored: its address says for what (`send`).
 * The page keeps that address after a refusal, so a form without a file is handled elsewhere.
 * @returns null for a form without a file
 */
export async function sendFile(
  server: AdminServer,
  context: AppLoadContext,
  { request, movie }: { request: Request; movie: AdminMovie },
) {
  const send = new URL(request.url).searchParams.get("send");
  if (!request.headers.get("Content-Type")?.startsWith("multipart/")) {
    const names = send === "video" && (await request.clone().formData()).has("source");
    return names ? sendVideo(server, context, { request, movie }) : null;
  }
  if (send === "video") return sendVideo(server, context, { request, movie });
  if (send === "subtitles") return sendSubtitles(server, context, { request, movie });
  const { upload } = server.unwrap(await server.api.get("config", {}));
  return sendArtwork(server, context, { request, id: movie.id, maxBytes: upload.pictureMaxBytes });
}
