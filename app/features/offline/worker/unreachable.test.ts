import { expect, test } from "vitest";
import { leadToDocument, noDiscovery, offlinePage } from "./unreachable.ts";

const html =
  '<section hidden="" data-kept=""><ul><li hidden="" data-kept="/"><a>Home</a></li>' +
  '<li hidden="" data-kept="/my-list" class="x"><a>My list</a></li></ul></section>';

test("the offline page shows what is kept, and no list where nothing is", async () => {
  const shown = await offlinePage(html, ["/my-list", "/elsewhere"]).text();
  expect(shown).toContain('<section data-kept="">');
  expect(shown).toContain('<li data-kept="/my-list" class="x">');
  expect(shown).toContain('<li hidden="" data-kept="/">');
  expect(await offlinePage(html, []).text()).toBe(html);
});

test("the answer is not cached, and says that the service is unavailable", () => {
  const { status, headers } = offlinePage(html, []);
  expect(status).toBe(503);
  expect(headers.get("Cache-Control")).toBe("no-store");
});

test("missing data is a redirect to the page itself, as Remix's server would write it", async () => {
  const response = leadToDocument('/page/search?q="a"');
  expect([response.status, response.headers.get("Content-Type")]).toEqual([202, "text/x-script"]);
  const stream = JSON.parse(await response.text()) as [
    [string, number],
    Record<string, number>,
    ...unknown[],
  ];
  expect(stream[0]).toEqual(["SingleFetchRedirect", 1]);
  // The format refers to values by their index in the stream.
  const fields = Object.entries(stream[1]).map(([name, value]) => [
    stream[Number(name.slice(1))],
    stream[value],
  ]);
  expect(Object.fromEntries(fields)).toEqual({
    redirect: '/page/search?q="a"',
    status: 302,
    revalidate: false,
    reload: true,
    replace: false,
  });
});

test("routes that can't be discovered are taken as documents", () => {
  expect([noDiscovery().status, noDiscovery().headers.has("X-Remix-Reload-Document")]).toEqual([204, true]);
});
