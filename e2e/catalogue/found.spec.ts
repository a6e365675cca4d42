import { locales, languageTag } from "../../contract/locales.ts";
import { atomProblems, sitemapProblems, structuredDataOf } from "../../tests/setup/check-found.ts";
import { childrenOf, readXml } from "../../tests/setup/read-xml.ts";
import { site } from "../setup/site.ts";
import { expect, phone, test } from "../setup/test.ts";

const unescape = (text: string) => text.replaceAll("&amp;", "&");
/** What a page's head tells a crawler, which keeps no cookie. */
const read = async (base: string | undefined, address: string) => {
  const answer = await fetch(new URL(address, base));
  const html = await answer.text();
  const links = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"\/>/gi)];
  return {
    status: answer.status,
    robots: answer.headers.get("X-Robots-Tag"),
    html,
    lang: /<html lang="([^"]+)"/.exec(html)?.[1],
    canonical: unescape(/rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? ""),
    alternates: Object.fromEntries(links.map(([, tag, href]) => [tag, unescape(href!)])),
    listed: !html.includes('content="noindex"'),
  };
};
const locationsOf = (source: string) =>
  readXml(source).children.map((entry) => childrenOf(entry, "loc")[0]!.text);

test("a crawler finds every title from robots.txt on, and each page in every language", async ({
  request,
  baseURL,
}) => {
  const robots = await (await request.get("/robots.txt")).text();
  const sitemap = /^Sitemap: (.+)$/m.exec(robots)![1]!;
  expect(sitemap).toBe(`${baseURL}/sitemap.xml`);
  expect(robots).toContain("Disallow: /z/\n");
  const index = await (await request.get(sitemap)).text();
  expect(sitemapProblems(index)).toEqual([]);
  const pages: string[] = [];
  for (const part of locationsOf(index)) {
    const source = await (await request.get(part)).text();
    expect(sitemapProblems(source), part).toEqual([]);
    pages.push(...locationsOf(source));
  }
  const { d } = await (await request.get("/api/movie/list?limit=100&sort=new")).json();
  for (const { id } of d.items as { id: string }[]) expect(pages).toContain(`${baseURL}/video/${id}`);
  expect(pages).toContain(`${baseURL}/page/text?key=terms`);
  expect(pages.some((page) => page.includes("/page/person/"))).toBe(true);

  const title = pages.find((page) => page.includes("/video/"))!;
  const english = await read(baseURL, title);
  expect(english).toMatchObject({ lang: "en", canonical: title, listed: true, robots: null });
  expect(Object.keys(english.alternates).sort()).toEqual([...locales.map(languageTag), "x-default"].sort());
  expect(english.alternates["x-default"]).toBe(title);
  for (const tag of ["ja", "ar", "zh-Hant"]) {
    const other = await read(baseURL, english.alternates[tag]!);
    expect(other).toMatchObject({ lang: tag.toLowerCase(), canonical: english.alternates[tag] });
    expect(other.alternates).toEqual(english.alternates);
    expect(structuredDataOf(other.html).problems).toEqual([]);
  }
  // Every page that the sitemap names is one that may be listed, under that address.
  for (const page of pages.filter((page) => !page.includes("/video/") || page === title))
    expect(await read(baseURL, page), page).toMatchObject({ status: 200, canonical: page, listed: true });
});

test("pages of one user, and searches, are not listed", async ({ baseURL }) => {
  for (const path of [
    "/profile",
    "/my-list",
    "/page/login",
    "/page/language",
    "/page/search?q=a",
    "/page/feedback",
  ])
    expect(await read(baseURL, path), path).toMatchObject({ listed: false, alternates: {} });
  expect(await read(baseURL, "/page/search?lang=de")).toMatchObject({
    listed: true,
    canonical: `${baseURL}/page/search?lang=de`,
  });
  for (const lang of ["tlh", "de-AT", "__proto__", "%00", "a".repeat(5_000)])
    expect(await read(baseURL, `/?lang=${lang}`)).toMatchObject({
      status: 200,
      lang: "en",
      canonical: `${baseURL}/`,
    });
});

test("titles, series and people say what they are in schema.org's terms", async ({ request, baseURL }) => {
  const { d } = await (await request.get("/api/movie/list?limit=100&sort=new")).json();
  const items = d.items as { id: string; kind: string; ready: boolean; premiereOn?: string }[];
  for (const [kind, type] of [
    ["film", "Movie"],
    ["series", "TVSeries"],
  ]) {
    const { id } = items.find((one) => one.kind === kind && one.ready && !one.premiereOn)!;
    const { nodes, problems } = structuredDataOf((await read(baseURL, `/video/${id}`)).html);
    expect(problems).toEqual([]);
    expect(nodes.map((node) => node["@type"])).toEqual([type, "VideoObject", "BreadcrumbList"]);
  }
  const home = structuredDataOf((await read(baseURL, "/")).html);
  expect(home.nodes.map((node) => node["@type"])).toEqual(["WebSite"]);
  expect(home.problems).toEqual([]);
});

test("a reader of feeds is sent a feed once, then 304, also to a hundred requests at once", async ({
  request,
  baseURL,
}) => {
  const home = await read(baseURL, "/?lang=de");
  expect(home.html).toContain('href="/feed.xml?lang=de"');
  const { d } = await (await request.get("/api/movie/list?limit=100&sort=new&kind=series")).json();
  const series = (d.items as { id: string; ready: boolean }[]).find(({ ready }) => ready)!;
  for (const path of ["/feed.xml?lang=de", `/feed/series/${series.id}.xml`]) {
    const answer = await request.get(path);
    expect(answer.headers()).toMatchObject({ "content-type": "application/atom+xml; charset=utf-8" });
    const source = await answer.text();
    expect(atomProblems(source)).toEqual([]);
    const entries = childrenOf(readXml(source), "entry");
    expect(entries.length).toBeGreaterThan(0);
    const page = childrenOf(entries[0]!, "link")[0]!.attributes.href!;
    expect(await read(baseURL, page)).toMatchObject({ status: 200, canonical: page });
    const { etag, "last-modified": modified } = answer.headers();
    const again = async (headers: Record<string, string>) =>
      (await fetch(new URL(path, baseURL), { headers })).status;
    expect(await again({ "If-None-Match": etag! })).toBe(304);
    expect(await again({ "If-Modified-Since": modified! })).toBe(304);
    expect(await again({ "If-None-Match": '"another"' })).toBe(200);
    const all = await Promise.all(Array.from({ length: 100 }, () => again({ "If-None-Match": etag! })));
    expect(new Set(all)).toEqual(new Set([304]));
  }
  for (const id of ["none", "..%2F..", "%00", "A"])
    expect((await request.get(`/feed/series/${id}.xml`)).status()).toBe(404);
});

test("a part of the sitemap is packed, kept and not sent twice", async ({ baseURL }) => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, baseURL), { headers });
  const packed = await get("/sitemap/movies/1.xml", { "Accept-Encoding": "gzip" });
  const plain = await get("/sitemap/movies/1.xml", { "Accept-Encoding": "identity" });
  expect(packed.headers.get("Content-Encoding")).toBe("gzip");
  expect(await plain.text()).toBe(await packed.text());
  const etag = packed.headers.get("ETag")!;
  expect((await get("/sitemap/movies/1.xml", { "If-None-Match": etag })).status).toBe(304);
  for (const path of ["movies/0", "movies/99999", "movies/999999", "movies/1e3", "users/1", "pages/2"])
    expect((await get(`/sitemap/${path}.xml`)).status, path).toBe(404);
});

test("a browser learns to search here, in its language", async ({ request, baseURL }) => {
  const { html } = await read(baseURL, "/?lang=ja");
  const href = /<link rel="search"[^>]* href="([^"]+)"/.exec(html)![1]!;
  const source = await (await request.get(href)).text();
  const urls = childrenOf(readXml(source), "Url").map(({ attributes }) => attributes);
  expect(childrenOf(readXml(source), "Language")[0]!.text).toBe("ja");
  expect(urls[0]).toMatchObject({ type: "text/html", template: `${baseURL}/page/search?q={searchTerms}` });
  const { d } = await (await request.get("/api/movie/list?limit=1&sort=popular")).json();
  const [{ title }] = d.items as [{ title: string }];
  const address = urls[1]!
    .template!.replace("{searchTerms}", encodeURIComponent(title))
    .replace("lang=ja", "lang=en");
  const said = (await (await request.get(address)).json()) as [string, string[], string[], string[]];
  expect(said[0]).toBe(title);
  expect(said[1]).toContain(title);
  expect((await request.get(said[3][0]!)).status()).toBe(200);
  for (const q of ["", "%00", "a".repeat(5_000)])
    expect((await request.get(`/suggestions.json?q=${q}`)).status()).toBe(200);
});

test("where pages and the API are two processes, the same is served", async ({ request }) => {
  for (const path of ["/robots.txt", "/sitemap/movies/1.xml", "/feed.xml", "/opensearch.xml"])
    expect((await request.get(`${site.remote}${path}`)).status(), path).toBe(200);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a person, scripts ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ ...phone, javaScriptEnabled });

    test("who comes to a page in German goes on in German, and has chosen nothing", async ({
      page,
      context,
    }) => {
      await page.goto("/page/about?lang=de");
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
      await page.goto("/");
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
      await page.locator("a[href^='/page/search']").first().click();
      await expect(page).toHaveURL(/\/page\/search/);
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
      await expect(page).toHaveTitle(/Suche|Neu|Beliebt|Serien/);
      expect((await context.cookies()).map(({ name }) => name)).not.toContain("locale");
      // A choice counts more than where the visit began.
      await page.goto("/page/language?to=%2Fpage%2Fabout%3Flang%3Dde");
      await page.getByRole("button", { name: /日本語/ }).click();
      await expect(page).toHaveURL("/page/about");
      await expect(page.locator("html")).toHaveAttribute("lang", "ja");
    });

    test("who has chosen a language keeps it", async ({ page, context, baseURL }) => {
      await context.addCookies([{ name: "locale", value: "ja", url: baseURL! }]);
      await page.goto("/page/about?lang=de", { waitUntil: javaScriptEnabled ? "commit" : "load" });
      // Scripts go on to the page in their language; without them it is shown as its address says.
      await expect(page).toHaveURL(javaScriptEnabled ? "/page/about" : "/page/about?lang=de");
      await expect(page.locator("html")).toHaveAttribute("lang", javaScriptEnabled ? "ja" : "de");
      await page.goto("/");
      await expect(page.locator("html")).toHaveAttribute("lang", "ja");
      expect((await context.cookies()).find(({ name }) => name === "locale")?.value).toBe("ja");
      expect((await context.cookies()).map(({ name }) => name)).not.toContain("lang");
    });
  });
}
