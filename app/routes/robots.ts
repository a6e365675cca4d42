import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerText, readyText } from "../features/found/answer.server.ts";
import { dataOf } from "../features/found/call-failed.ts";
import { answerFound, foundApi } from "../features/found/found-api.server.ts";

/** What crawlers have no use for: calls, media, one user's pages, and every search that could be typed. */
const closed =
  "/api/ /media/ /oss/ /play/ /session /suggestions.json /z$ /z/ /my-list /profile /page/login /page/pay /page/feedback /page/language /offline /page/search?*q= /page/search?*cursor=".split(
    " ",
  );

/** `/robots.txt`: everything public is open, unless an admin has closed the service to search engines. */
export function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  return answerFound(async () => {
    const { indexing } = dataOf(await foundApi(request, context).api.get("config", {}));
    const lines = indexing
      ? [
          "User-agent: *",
          ...closed.map((path) => `Disallow: ${path}`),
          "Allow: /",
          "",
          `Sitemap: ${context.origin}/sitemap.xml`,
        ]
      : ["User-agent: *", "Disallow: /"];
    return answerText(request, readyText(`${lines.join("\n")}\n`), { type: "text/plain", maxAgeS: 600 });
  });
}
