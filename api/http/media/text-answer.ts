import type { Context } from "hono";
import { contentTypeOf } from "./content-type.ts";
import { always } from "./serve-file.ts";

/** Answers with a text made for this request. `path` tells its type. */
export function textAnswer(
  c: Context,
  { path, text, cacheControl }: { path: string; text: string; cacheControl: string },
): Response {
  const body = Buffer.from(text);
  return new Response(c.req.raw.method === "HEAD" ? null : body, {
    headers: {
      "Content-Type": contentTypeOf(path),
      "Content-Length": String(body.length),
      "Cache-Control": cacheControl,
      ...always,
    },
  });
}
