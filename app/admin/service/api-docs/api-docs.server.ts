import { createHash } from "node:crypto";
import type { TFunction } from "i18next";
import { z } from "zod";
import { calls, codes, type CallName } from "../../../../contract/index.ts";
import { directionOf, languageTag, type Locale } from "../../../../contract/locales.ts";
import { escapeXml } from "../../../lib/xml.ts";
import { outlineOf, type Schema } from "./schema-outline.server.ts";

const style = `
*{box-sizing:border-box}
html{color-scheme:light;scroll-padding-top:16px}
body{margin:0;background:#fbfaf8;color:#17141f;font:400 15px/1.5 system-ui,sans-serif}
.page{display:grid;grid-template-columns:minmax(0,1fr);max-width:1180px;margin-inline:auto;padding:16px;gap:24px}
h1{margin:0 0 4px;font-size:28px;line-height:1.2;letter-spacing:-.02em}
h2{margin:32px 0 8px;font-size:20px}
h3{margin:0;font-size:15px;overflow-wrap:anywhere}
p{margin:4px 0}
a{color:#9c1130}
a:focus-visible,summary:focus-visible{outline:2px solid #c2183c;outline-offset:2px}
code,pre{font:13px/1.5 ui-monospace,monospace}
pre{margin:8px 0;padding:12px;overflow:auto;background:#f3efe9;border-radius:8px}
nav ul{display:flex;flex-wrap:wrap;gap:4px 12px;margin:0;padding:0;list-style:none}
nav a{display:inline-block;min-height:44px;padding-block:10px}
.call{margin-block:10px;padding:14px 16px;background:#fff;border:1px solid #e5dfd6;border-radius:12px}
.method{display:inline-block;padding:1px 7px;border-radius:6px;background:#fceaee;color:#9c1130;font-size:12px;font-weight:700}
.get{background:#f3efe9;color:#4f4959}
.faint,.call span,i{color:#6b6474}
i{font-style:normal;color:#8a6100}
summary{min-height:44px;padding-block:10px;cursor:pointer;font-weight:600}
.call ul{margin:0;padding-inline-start:18px}
.call li{margin-block:2px;overflow-wrap:anywhere}
table{border-collapse:collapse;font-size:13px}
td,th{padding:4px 16px 4px 0;text-align:start}
[dir=rtl] td,[dir=rtl] th{padding:4px 0 4px 16px}
@media(min-width:960px){.page{grid-template-columns:200px minmax(0,1fr)}nav{position:sticky;top:16px;align-self:start;max-height:calc(100vh - 32px);overflow:auto}nav ul{display:block}nav a{min-height:0;padding-block:3px}}
`;
const styleHash = createHash("sha256").update(style).digest("base64");

/** It runs nothing, loads nothing and sends nothing. */
export const apiDocsPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

type Reader = { t: TFunction; locale: Locale; origin: string };

type Described = { name: CallName; input: Schema; output: Schema };

let described: Map<string, Described[]> | null = null;

/** The calls of admins by their noun. Made when they are first asked for: it takes a tenth of a second. */
function callsByNoun(): Map<string, Described[]> {
  if (described) return described;
  const schemaOf = (schema: z.ZodType, io: "input" | "output") =>
    z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Schema;
  const all = new Map<string, Described[]>();
  for (const name of (Object.keys(calls) as CallName[]).filter((one) => calls[one].access === "admin")) {
    const noun = name.split("/")[1]!;
    const { input, output } = calls[name];
    const call = { name, input: schemaOf(input, "input"), output: schemaOf(output, "output") };
    all.set(noun, [...(all.get(noun) ?? []), call]);
  }
  return (described = all);
}

/** Every call that an API key can make, as a page that needs no script. */
export function apiDocsPage({ t, locale, origin }: Reader): string {
  const groups = [...callsByNoun()].sort(([one], [other]) => one.localeCompare(other, "en"));
  const links = groups.map(([noun]) => `<li><a href="#${noun}"><code>z/${noun}</code></a></li>`);
  const sections = groups.map(
    ([noun, list]) =>
      `<section aria-labelledby="${noun}"><h2 id="${noun}" dir="ltr">z/${noun}</h2>${list.map((call) => callBox(call, t)).join("")}</section>`,
  );
  const title = escapeXml(t("admin.docs.title"));
  const example = `curl -H "Authorization: Bearer $MATINEE_KEY" "${origin}/api/z/movie/list?limit=5"`;
  return `<!doctype html>
<html lang="${languageTag(locale)}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${escapeXml(t("app.name"))}</title>
<style>${style}</style>
</head>
<body>
<div class="page">
<nav aria-label="${title}"><p><a href="/z/page/key">${escapeXml(t("admin.docs.back"))}</a></p><ul dir="ltr">${links.join("")}</ul></nav>
<main>
<h1>${title}</h1>
<p>${escapeXml(t("admin.docs.text"))} <a href="/api/openapi.json">${escapeXml(t("admin.docs.download"))}</a></p>
<pre dir="ltr">${escapeXml(example)}</pre>
<p dir="ltr" lang="en">Every answer is <code>{"c": …, "m": …, "d": …}</code>: <code>c</code> is 0 for success, <code>m</code> a message in the language of <code>Accept-Language</code>, <code>d</code> the data. GET takes its input as a query, POST as JSON.</p>
<details dir="ltr" lang="en"><summary>Values of <code>c</code></summary>${codeTable()}</details>
${sections.join("\n")}
</main>
</div>
</body>
</html>
`;
}

function callBox({ name, input, output }: Described, t: TFunction): string {
  const { method, permission, summary } = calls[name];
  const required = t("admin.docs.required");
  const part = (label: string, schema: Schema) =>
    `<details><summary>${escapeXml(label)}</summary><div dir="ltr" lang="en">${outlineOf(schema, required) || `<p class="faint">${escapeXml(t("admin.docs.nothing"))}</p>`}</div></details>`;
  return `<article class="call" aria-labelledby="${name}">
<h3 id="${name}" dir="ltr"><span class="method ${method === "GET" ? "get" : ""}">${method}</span> <code>/api/${name}</code></h3>
<p dir="ltr" lang="en">${escapeXml(summary).replaceAll(/`([^`]+)`/g, "<code>$1</code>")}</p>
<p class="faint">${escapeXml(t("admin.docs.permission", { name: "%" })).replace("%", `<bdi><code>${permission!}</code></bdi>`)}</p>
${part(t("admin.docs.input"), input)}
${part(t("admin.docs.output"), output)}
</article>`;
}

function codeTable(): string {
  const rows = Object.entries(codes).map(
    ([name, { c, status }]) => `<tr><td>${c}</td><td>${name}</td><td>HTTP ${status}</td></tr>`,
  );
  return `<table><tbody>${rows.join("")}</tbody></table>`;
}
