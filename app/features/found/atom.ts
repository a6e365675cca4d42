import { languageTag, type Locale } from "../../../contract/locales.ts";
import { inLanguage } from "../../lib/request-language.ts";
import { escapeXml } from "../../lib/xml.ts";

export type AtomEntry = {
  /** What names it for good within the service. */
  key: string;
  title: string;
  text: string;
  /** Path of its page. */
  path: string;
  /** Path of its picture. */
  picture: string;
  publishedAt: string;
  updatedAt: string;
};

export type AtomFeed = {
  key: string;
  title: string;
  /** Name of the service, which is the author of all entries. */
  author: string;
  locale: Locale;
  /** The service's own language, in which addresses name none. */
  own: Locale;
  /** Path of the service's icon. */
  icon: string;
  /** Public scheme and host. */
  origin: string;
  /** Path of the feed and of the page that it follows. */
  path: string;
  page: string;
  entries: AtomEntry[];
};

/** A feed as Atom (RFC 4287). It changes with its content alone. */
export function atomOf({
  key,
  title,
  author,
  locale,
  own,
  icon,
  origin,
  path,
  page,
  entries,
}: AtomFeed): string {
  const address = (of: string) => escapeXml(inLanguage(new URL(of, origin).href, locale, own));
  const id = (of: string) => `<id>${escapeXml(tagUri(origin, `${of}:${locale}`))}</id>`;
  const written = entries.map(
    (entry) => `<entry>
${id(entry.key)}
<title>${escapeXml(entry.title)}</title>
<link rel="alternate" type="text/html" href="${address(entry.path)}"/>
<published>${entry.publishedAt}</published>
<updated>${entry.updatedAt}</updated>
<content type="html">${escapeXml(contentOf(entry, origin))}</content>
</entry>
`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${languageTag(locale)}">
${id(key)}
<title>${escapeXml(title)}</title>
<updated>${changedAt(entries)}</updated>
<author><name>${escapeXml(author)}</name></author>
<link rel="self" type="application/atom+xml" href="${address(path)}"/>
<link rel="alternate" type="text/html" href="${address(page)}"/>
<icon>${escapeXml(new URL(icon, origin).href)}</icon>
${written.join("")}</feed>
`;
}

/** Time of the latest change; a feed must name one even where it has no entry. */
export function changedAt(entries: readonly { updatedAt: string }[]): string {
  return entries.reduce(
    (latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest),
    "1970-01-01T00:00:00.000Z",
  );
}

/** HTML, whose own signs are escaped before those of XML. */
function contentOf({ text, picture }: AtomEntry, origin: string): string {
  const image = `<p><img src="${escapeXml(new URL(picture, origin).href)}" alt=""></p>`;
  return text.trim() === "" ? image : `${image}<p>${escapeXml(text)}</p>`;
}

/** An identifier for good (RFC 4151). An IPv6 address can't be its authority. */
function tagUri(origin: string, key: string): string {
  const { hostname } = new URL(origin);
  return `tag:${/^[\w.-]+$/.test(hostname) ? hostname : "localhost"},2026:${key}`;
}
