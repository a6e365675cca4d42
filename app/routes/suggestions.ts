import type { LoaderFunctionArgs } from "@remix-run/node";
import { succeeded } from "../../contract/envelope.ts";
import { answerText, readyText } from "../features/found/answer.server.ts";
import { foundApi } from "../features/found/found-api.server.ts";
import { inLanguage } from "../lib/request-language.ts";

/**
 * `/suggestions.json?q=`: what a browser's own search offers while one types, as Firefox and Chromium read it: the words,
 * titles, nothing, and their pages.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { api, locale } = foundApi(request, context);
  const q = new URL(request.url).searchParams.get("q") ?? "";
  const found = await api.get("movie/suggest", { q });
  const items = succeeded(found) ? found.d.items : [];
  const address = (id: string) => inLanguage(`${context.origin}/video/${id}`, locale, context.brand.language);
  const said = [q, items.map(({ title }) => title), items.map(() => ""), items.map(({ id }) => address(id))];
  const type = "application/x-suggestions+json";
  return answerText(request, readyText(JSON.stringify(said)), { type, maxAgeS: 60 });
}
