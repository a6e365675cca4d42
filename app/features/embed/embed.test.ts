import type { TFunction } from "i18next";
import { describe, expect, test } from "vitest";
import type { Episode, Movie, PlaybackStart } from "../../../contract/index.ts";
import { readXml } from "../../../tests/setup/read-xml.ts";
import { embedPage, embedPolicy, streamOf, type Embedded } from "./embed-page.server.ts";
import { namedBy, oembedOf, oembedXml } from "./oembed.server.ts";

const origin = "https://matinee.test";
const nasty = `"><script>alert(1)</script>&'`;
const t = ((key: string, values?: { name?: string }) => `${key} ${values?.name ?? ""}`) as TFunction;
const artwork = { path: "/artwork/a", version: "1", colour: "#000000" };
const movie = {
  id: "a",
  kind: "film",
  title: nasty,
  artwork,
  episodes: 1,
  episodeList: [],
} as unknown as Movie;
const episode = { index: 1, title: "", still: null } as unknown as Episode;
const playback = {
  hls: "/media/x/master.m3u8",
  progressive: "/media/x/progressive.mp4",
  start: { media: "/media/x/v240/" },
  subtitles: [{ id: "de-1", locale: "de", label: nasty, kind: "subtitles", url: "/media/x/de.vtt" }],
} as unknown as PlaybackStart;
const embedded: Embedded = {
  movie,
  episode,
  stage: { playback },
  t,
  locale: "de",
  own: "en",
  origin,
  fromS: 21,
};

describe("the page in another site's frame", () => {
  test("has no script, no signed address, and nothing of a title but its text", () => {
    const html = embedPage(embedded);
    expect(html).not.toMatch(/<script|\/media\/| on[a-z]+=/);
    expect(html.split(`&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;'`)).toHaveLength(5);
    expect(html).toContain('<source src="/embed/a/1/stream.mp4#t=21" type="video/mp4">');
    expect(html).toContain(`href="${origin}/video/a?lang=de" target="_blank" rel="noopener"`);
  });

  test("says why there is no player", () => {
    const html = embedPage({ ...embedded, stage: { closed: "needs" } });
    expect(html).toContain("embed.needs app.name");
    expect(html).not.toContain("<video");
  });

  test("loads video from where it is, and is framed by the sites that may", () => {
    const far = { playback: { ...playback, start: { media: "https://cdn.test/x/" } } as PlaybackStart };
    expect(embedPolicy("https://blog.example", far)).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; .*media-src 'self' https:\/\/cdn\.test; .*frame-ancestors 'self' https:\/\/blog\.example$/,
    );
    expect(embedPolicy("*", { closed: "soon" })).toContain("media-src 'self';");
  });

  test("leads to what is signed now, by names it knows", () => {
    expect(streamOf(playback, "stream.m3u8")).toBe("/media/x/master.m3u8");
    expect(streamOf(playback, "stream.mp4")).toBe("/media/x/progressive.mp4");
    expect(streamOf(playback, "subtitles-de-1.vtt")).toBe("/media/x/de.vtt");
    for (const name of ["", "subtitles-xx.vtt", "subtitles-../x.vtt", "master.m3u8", "constructor"])
      expect(streamOf(playback, name), name).toBeNull();
  });
});

describe("oEmbed", () => {
  const of = (most: { width?: number; height?: number } = {}) =>
    oembedOf({
      movie,
      index: 2,
      origin,
      provider: "Matinee",
      most: { width: most.width, height: most.height },
    });

  test("fits the frame into what the other site has", () => {
    expect(of()).toMatchObject({ version: "1.0", type: "video", width: 640, height: 404 });
    expect(of({ width: 480 })).toMatchObject({ width: 480, height: 314 });
    expect(of({ width: 1_280, height: 404 })).toMatchObject({ width: 640, height: 404 });
    expect(of({ width: 99_999 })).toMatchObject({ width: 1_920 });
    expect(of({ width: 1 })).toMatchObject({ width: 200 });
  });

  test("is markup and XML that a title can't leave", () => {
    expect(of().html).toMatch(
      /^<iframe src="https:\/\/matinee\.test\/embed\/a\/2" title="&quot;&gt;&lt;script/,
    );
    const xml = readXml(oembedXml(of()));
    expect(xml.children.find(({ name }) => name === "{}title")?.text).toBe(nasty);
  });

  test("knows our addresses of videos, and no others", () => {
    expect(namedBy(`${origin}/video/a`, origin)).toEqual({ id: "a", index: 1 });
    expect(namedBy(`${origin}/video/a/12?t=3&lang=de#x`, origin)).toEqual({ id: "a", index: 12 });
    expect(namedBy(`${origin}/s/abc_def-12/2`, origin)).toEqual({ code: "abc_def-12", index: 2 });
    for (const other of [
      "",
      "x",
      "/video/a",
      "https://other.test/video/a",
      "https://matinee.test.other.test/video/a",
      "https://matinee.test@other.test/video/a",
      `${origin}/z/page/user`,
      `${origin}/video/a/0`,
      `${origin}/video/../z`,
      "javascript:alert(1)",
    ])
      expect(namedBy(other, origin), other).toBeNull();
  });
});
