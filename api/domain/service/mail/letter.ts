import { directionOf, type Locale } from "../../../../contract/locales.ts";
import type { Mail } from "../../../ports/mailer.ts";

/** Texts of one language: a text of the language packs by its key, with its `{{values}}` filled in. */
export type Words = (key: string, locale: Locale, values?: Record<string, string>) => string;

/** Stands where a mail has the operator's accent, until it is sent (`dressMails`). */
export const accentMark = "#a-c-c-e-n-t";

export type Letter = {
  to: string;
  locale: Locale;
  subject: string;
  paragraphs: string[];
  /** The action of the mail: a button, and the same link in full for readers who prefer to see it. */
  link?: { label: string; url: string };
  /** Small print. */
  notes: string[];
  signature: string;
  /** See `Mail`. */
  unsubscribe?: string;
};

/** Writes a mail as plain text and as simple HTML, in its language's text direction. */
export function writeMail(letter: Letter): Mail {
  const { to, locale, subject, paragraphs, link, notes, signature, unsubscribe } = letter;
  const text = [
    ...paragraphs,
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...notes,
    `— ${signature}`,
  ].join("\n\n");
  const plain = (words: string, style: string) =>
    `<p style="margin:0 0 16px;${style}">${words.split("\n").map(lineOf).join("<br>")}</p>`;
  const button = link
    ? `<p style="margin:24px 0"><a href="${escape(link.url)}" style="display:inline-block;padding:12px 24px;border-radius:24px;background:${accentMark};color:#ffffff;font-weight:600;text-decoration:none">${escape(link.label)}</a></p>
<p dir="ltr" style="margin:0 0 16px;font-size:13px;color:#6b6474;word-break:break-all">${escape(link.url)}</p>`
    : "";
  const html = `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px 16px;background:#fbfaf8;color:#17141f;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px 24px;border-radius:16px;background:#ffffff;border:1px solid #e5dfd6">
<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:${accentMark}">${escape(signature)}</p>
${paragraphs.map((words) => plain(words, "")).join("\n")}
${button}
${notes.map((words) => plain(words, "font-size:14px;color:#4f4959")).join("\n")}
</div>
</body>
</html>
`;
  return { to, subject, text: `${text}\n`, html, ...(unsubscribe && { unsubscribe }) };
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A line that is an address is a link. */
function lineOf(line: string): string {
  const text = escape(line);
  return /^https?:\/\/\S+$/.test(line) ? `<a href="${text}" style="color:${accentMark}">${text}</a>` : text;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign]!);
}
