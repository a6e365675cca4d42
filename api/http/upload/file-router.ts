import { Hono } from "hono";
import type { Clock } from "../../ports/clock.ts";
import { contentTypeOf } from "../media/content-type.ts";
import { plainAnswer, type FileServer } from "../media/serve-file.ts";

export type FileRouterOptions = {
  /** Sends stored files by their names. */
  serve: FileServer;
  clock: Clock;
  /** Whether a link opens a file now. */
  opens: (link: { grant: string; key: string; now: Date }) => boolean;
};

/**
 * `/<grant>/<key>`: one stored picture for anyone with its link, and no way to list other files. Only pictures are
 * served from here, and no shared cache stores them.
 */
export function createFileRouter({ serve, clock, opens }: FileRouterOptions): Hono {
  const router = new Hono();
  router.all("/:grant/:key", (c) => {
    const { method } = c.req.raw;
    if (method !== "GET" && method !== "HEAD")
      return plainAnswer(405, "Method not allowed", { Allow: "GET, HEAD" });
    const { grant, key } = c.req.param();
    if (!contentTypeOf(key).startsWith("image/")) return plainAnswer(404, "Not found");
    if (!opens({ grant, key, now: clock.now() })) return plainAnswer(403, "This link is not valid");
    return serve(c, { path: key, cacheControl: "private, max-age=600" });
  });
  return router;
}
