import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { createMessages } from "../api/http/messages.ts";
import { defaultBrandName, type BrandFacts } from "../contract/service/brand-facts.ts";
import { directionOf, localeOf, locales, matchLocale, type Locale } from "../contract/locales.ts";

/** What the refused request was: a page that may be asked for again, a form, or a call of the API. */
export type RequestKind = "page" | "form" | "call";

const style =
  "body{font:1rem/1.5 system-ui,sans-serif;color:#17141f;background:#fbfaf8;display:grid;place-content:center;place-items:center;text-align:center;min-height:90vh;margin:0 1.5em}h1{font-size:1.4em}b{font-size:1.5em}p{color:#4f4959;max-width:24em}";
/** As app/ui/wordmark.tsx draws it. */
const wordmark =
  '<svg viewBox="0 0 190 46" width=150 fill=none stroke=#17141f stroke-width=5.4 stroke-linecap=round><path d="M4 40V19M4 28a8.5 8.5 0 0 1 17 0v12M21 28a8.5 8.5 0 0 1 17 0v12M69 30a10.5 10.5 0 1 0-21 0 10.5 10.5 0 1 0 21 0M69 19.5V40M81 9v24a7 7 0 0 0 7 7M75.5 19.5H88M96.5 20v20M107 40V19.5M107 28.5a9 9 0 0 1 18 0V40M135.5 30.2H155A9.75 10.2 0 1 0 152 37.4M164.5 30.2H184A9.75 10.2 0 1 0 181 37.4"/><circle cx=96.5 cy=8.5 r=1.9 stroke="#c2183c"/></svg>';
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escapeHtml = (text: string) => text.replace(/[&<>]/g, (sign) => entities[sign]!);
/** Two kinds in each language; more are of an earlier brand. */
const mostWritten = 2 * locales.length;
const headOf = (name: string) =>
  name === defaultBrandName ? wordmark : `<b dir="auto">${escapeHtml(name)}</b>`;
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`;

/**
 * Pages for requests that a busy server refuses. They are written once for each language, need no other file, and ask
 * neither database nor renderer. A page is reloaded by the browser after `retryAfterS`; a form's must not be, since a
 * reload asks before it sends the form again.
 */
export function createBusyPages({
  localesDir,
  brand,
  retryAfterS,
}: {
  localesDir: string;
  /** The operator's brand, as it was last known. */
  brand: () => BrandFacts;
  retryAfterS: number;
}) {
  const messages = createMessages({ localesDir });
  const written = new Map<string, string>();

  function write(locale: Locale, kind: "page" | "form", { name }: BrandFacts): string {
    const again = kind === "page" ? `<meta http-equiv="refresh" content="${retryAfterS}">` : "";
    const [title, text] = ["title", kind].map((key) => messages.text(`busy.${key}`, locale));
    return `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><meta name=viewport content="width=device-width">${again}<title>${escapeHtml(name)}</title><style>${style}</style>${headOf(name)}<h1>${title}</h1><p>${text}</p>\n`;
  }

  return (locale: Locale, kind: "page" | "form"): { body: string; headers: Record<string, string> } => {
    const facts = brand();
    const key = `${locale} ${kind} ${facts.version}`;
    const body = written.get(key) ?? write(locale, kind, facts);
    if (written.size >= mostWritten) written.clear();
    written.set(key, body);
    return {
      body,
      headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy },
    };
  };
}

/** The language that the user chose (the `locale` cookie of the pages), else the browser's. */
export function chosenLocale({ cookie, "accept-language": accepted }: IncomingHttpHeaders): Locale {
  const chosen = /(?:^|;\s*)locale=([\w-]{2,10})(?:;|$)/.exec(cookie ?? "")?.[1];
  return matchLocale(chosen ?? "") ?? localeOf(accepted);
}
