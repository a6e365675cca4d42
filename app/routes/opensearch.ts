import type { LoaderFunctionArgs } from "@remix-run/node";
import { languageTag } from "../../contract/locales.ts";
import { iconAddress } from "../../contract/service/brand-facts.ts";
import { answerText, readyText } from "../features/found/answer.server.ts";
import { foundApi } from "../features/found/found-api.server.ts";
import { beginningOf, escapeXml } from "../lib/xml.ts";

/** `/opensearch.xml`: how a browser searches here, in the language that the address names (OpenSearch 1.1). */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const { t, locale } = foundApi(request, context);
  const address = (path: string) => escapeXml(new URL(path, context.origin).href);
  // Not through URL, which would escape the braces.
  const template = (path: string) => `${address("/")}${path}`;
  const text = `<?xml version="1.0" encoding="utf-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeXml(beginningOf(t("app.name"), 16))}</ShortName>
<Description>${escapeXml(beginningOf(t("search.description"), 1_024))}</Description>
<Language>${languageTag(locale)}</Language>
<InputEncoding>UTF-8</InputEncoding>
<Image width="192" height="192" type="image/png">${address(iconAddress(context.brand, "icon-192.png"))}</Image>
<Url type="text/html" template="${template("page/search?q={searchTerms}")}"/>
<Url type="application/x-suggestions+json" template="${template(`suggestions.json?lang=${locale}&amp;q={searchTerms}`)}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${template(`opensearch.xml?lang=${locale}`)}"/>
</OpenSearchDescription>
`;
  const type = "application/opensearchdescription+xml";
  return answerText(request, readyText(text), { type, maxAgeS: 86_400 });
}
