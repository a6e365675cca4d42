import type { TFunction } from "i18next";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { filled, growthOf } from "../tests/setup/cost.ts";
import { settingFields } from "../contract/service/settings.ts";
import { readForm, replyTo } from "./admin/kit/forms/read-form.server.ts";
import { namedBy } from "./features/embed/oembed.server.ts";
import { parsePreferences } from "./features/player/preferences.ts";
import { parseThumbnails } from "./features/player/controls/thumbnails.ts";
import { isKnown } from "./features/found/answer.server.ts";
import { beginningOf, escapeXml } from "./lib/xml.ts";
import { findMatches } from "./features/search/find-matches.ts";
import { readQuery } from "./features/search/query.ts";
import { hostSells } from "./features/native-host/sells.ts";
import { parseMarkup } from "./features/text/markup.ts";
import { readCookie } from "./lib/cookie.ts";
import { deviceOf, isTelevision } from "./lib/device.ts";
import { addressLanguage, withoutLanguage } from "./lib/request-language.ts";
import { safeRedirect } from "./lib/safe-redirect.ts";
import { readZone } from "./lib/zone.ts";

type Row = [reader: string, piece: string, read: (text: string) => unknown];

/** The functions that read text from outside, and a piece that costs each the most when it is repeated. */
const rows: Row[] = [
  ...["*", "**a ", "[", "[a](", "](", "[a](/", "\\", "- ", "## ", "1. ", "***a ", "[*", "a\n"].map(
    (piece): Row => ["a text", piece, (text) => parseMarkup(`${text.slice(0, 40_000)}](/x)`)],
  ),
  ...["a", "\u0301", "ﷺ", "'", "ー", "a "].map((piece): Row => [
    "matches",
    piece,
    (text) => findMatches(text.slice(0, 200), text.slice(0, 100)),
  ]),
  ...["q=a&", "q=%F0%9F%92%A9", "cursor=A", "year=1&"].map((piece): Row => [
    "a search's address",
    piece,
    (text) => readQuery(new URLSearchParams(`q=${text}`)),
  ]),
  ...["a=b; ", ";", "=", " ", "locale=%"].map((piece): Row => [
    "Cookie",
    piece,
    (text) => readCookie(text, "locale"),
  ]),
  ...["W/", '"a",', ",", " ", '"'].map((piece): Row => [
    "If-None-Match",
    piece,
    (text) => isKnown(new Headers({ "If-None-Match": text }), { etag: 'W/"a"', modified: null }),
  ]),
  ...["https://a ", "https://*.a.", "a-", "* ", "https://a:1"].map((piece): Row => [
    "the sites that may show movies",
    piece,
    (text) => settingFields.embedSites.safeParse(`https://${text}`),
  ]),
  ...["video/a/", "%", "1", "/s/"].map((piece): Row => [
    "an address for oEmbed",
    piece,
    (text) => namedBy(`https://matinee.test/video/${text}`, "https://matinee.test"),
  ]),
  ...["lang=de&", "?lang=", "%", "/"].flatMap((piece): Row[] => [
    ["an address's language", piece, (text) => addressLanguage(`https://matinee.test/?lang=${text}`)],
    [
      "a page with a language",
      piece,
      (text) => addressLanguage(`https://matinee.test/video/${text}?lang=de`),
    ],
    ["an address without its language", piece, (text) => withoutLanguage(`/video/a?lang=${text}`)],
  ]),
  ...["&", "\u0001", "\ud800", "a", "🎬"].flatMap((piece): Row[] => [
    ["a text for XML", piece, escapeXml],
    ["a text that is cut", piece, (text) => beginningOf(text, 2_048)],
  ]),
  ...["A", "A/", "+", "-"].map((piece): Row => ["a time zone", piece, (text) => readZone(`zone=${text}`)]),
  ...["MatineeStore/1", ".1", "1", "Mobile"].flatMap((piece): Row[] => [
    ["User-Agent of a shop", piece, (text) => hostSells(`MatineeStore/1${text}x`)],
    ["User-Agent", piece, (text) => deviceOf(new Headers({ "User-Agent": text }))],
    [
      "User-Agent of a television",
      piece,
      (text) => isTelevision({ url: "https://a.test/", headers: new Headers({ "User-Agent": text }) }),
    ],
  ]),
  ...["../", "/", "%2e/", "?", "#"].map((piece): Row => [
    "a way back",
    piece,
    (text) => safeRedirect(`/${text}`),
  ]),
  ...[">", " ", "\n", "a --> b\na\n", "a --> ", ":"].map((piece): Row => [
    "pictures of the bar",
    piece,
    (text) => parseThumbnails(`a --> ${text}\n`, "http://a.test/"),
  ]),
  ...['"', "[", '{"a":'].map((piece): Row => ["local storage", piece, (text) => parsePreferences(text)]),
];

test.each(rows)("%s of %j takes no longer than it is long", async (_reader, piece, read) => {
  expect(await growthOf((length) => read(filled(piece, length)))).toMatchObject({ isCheap: true });
});

describe("a form whose fields say where they belong", () => {
  const schema = z.object({
    list: z.array(z.object({ a: z.string() })).optional(),
    name: z.string().optional(),
  });
  const t = ((key: string) => key) as unknown as TFunction;
  const post = (fields: [name: string, value: string][]) => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    const submission = readForm(form, { schema, t });
    return replyTo(submission, null, { id: "it", form, t, locale: "en", zone: "UTC", labels: {} });
  };
  const intent = (type: string, payload: object): [string, string][] => [
    ["__intent__", JSON.stringify({ type, payload })],
  ];
  const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

  test.each<[string, [string, string][]]>([
    ["the billionth of a list", [["list[999999999].a", "x"]]],
    ["lists in lists", [[`list${"[0]".repeat(10_000)}`, "x"]]],
    ["objects in objects", [[`list${".a".repeat(10_000)}`, "x"]]],
    ["a name of 64 KB", [["a".repeat(65_536), "x"]]],
    ["more fields than there are", Array.from({ length: 30_000 }, () => ["name", ""])],
    ["a button that is none", [["__intent__", "{"]]],
    ["a button of nothing", [["__intent__", "null"]]],
    ["a button for what is no list", [...intent("insert", { name: "name" }), ["name", "x"]]],
    ["a button for the billionth of a list", intent("update", { name: "list[999999999]", value: "x" })],
    ["a button behind a billion", intent("update", { name: "list", index: 999_999_999, value: "x" })],
    [
      "a button that puts in a pit",
      [["__intent__", `{"type":"insert","payload":{"name":"list","defaultValue":${deep(9_000)}}}`]],
    ],
    ["a button that ends the prototype", intent("update", { name: "__proto__.a", value: "x" })],
  ])("%s is refused", (_what, fields) => {
    const began = process.threadCpuUsage().user;
    const refused = (() => {
      try {
        post(fields);
        return null;
      } catch (error) {
        return error;
      }
    })();
    expect(refused).toMatchObject({ status: 400 });
    expect((process.threadCpuUsage().user - began) / 1000).toBeLessThan(500);
  });

  test.each<[string, [string, string][]]>([
    ["what a form is kept with is none", [["__state__", "{"]]],
    [
      "what it began from is a pit",
      [
        ["base", `{"name":${deep(20_000)}}`],
        ["name", "x"],
      ],
    ],
    [
      "what stands against it is a pit",
      [
        ["conflict", `{"text":"","fields":${deep(20_000)}}`],
        ["name", "x"],
      ],
    ],
    [
      "an entry is asked for",
      [["list[0].a", "x"], ...intent("insert", { name: "list", defaultValue: { a: "" } })],
    ],
    [
      "entries change places",
      [["list[0].a", "x"], ["list[1].a", "y"], ...intent("reorder", { name: "list", from: 0, to: 1 })],
    ],
    ["the other's words are taken", [["name", "x"], ...intent("update", { name: "name", value: "theirs" })]],
  ])("and is read where %s", (_what, fields) => expect(post(fields).conflict).toBeNull());
});
