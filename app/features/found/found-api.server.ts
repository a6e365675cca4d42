import type { AppLoadContext } from "@remix-run/node";
import type { TFunction } from "i18next";
import type { ApiClient } from "../../api-client/create-client.ts";
import { codeName, codes } from "../../../contract/codes.ts";
import { localeOfCode, type Locale } from "../../../contract/locales.ts";
import { translatorOf } from "../../lib/i18n.server.ts";
import { publicApi } from "../../lib/api.server.ts";
import { languageField } from "../../lib/request-language.ts";
import { CallFailed } from "./call-failed.ts";

/**
 * The API without a session, in the language that the address names: caches keep feeds and sitemaps, and give them to
 * all.
 */
export function foundApi(
  request: Request,
  context: AppLoadContext,
): { api: ApiClient; t: TFunction; locale: Locale } {
  const named = new URL(request.url).searchParams.get(languageField) ?? "";
  const locale = localeOfCode(named) ?? context.brand.language;
  const t = translatorOf(locale, context).getFixedT(locale);
  return { api: publicApi(request, context, locale), t, locale };
}

/**
 * The answer that `work` makes, or a plain one where a call of it failed: what does not exist is not found, all else is
 * not there for now.
 */
export async function answerFound(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    const missing = error.c === codes.invalid.c || codeName(error.c) === "not_found";
    return missing ? notFound() : notNow(30);
  }
}

const plain = { "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8" };

/** 404. */
export function notFound(): Response {
  return new Response("Not found\n", { status: 404, headers: plain });
}

/** 503, with when to come again. */
export function notNow(seconds: number): Response {
  return new Response("Not available now\n", {
    status: 503,
    headers: { ...plain, "Retry-After": String(seconds) },
  });
}
