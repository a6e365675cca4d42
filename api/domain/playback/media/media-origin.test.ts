import { expect, test } from "vitest";
import { createCdnOrigin, moveSegments } from "./media-origin.ts";

const signing = { scheme: "nginx", key: "a-key-of-the-tests-shared-with-the-cdn" } as const;
const at = (time: string) => new Date(`2027-05-01T${time}Z`);

test("segments and the init segment of a playlist move, and nothing else of it", () => {
  const playlist = [
    ...["#EXTM3U", "#EXT-X-TARGETDURATION:2", '#EXT-X-MAP:URI="init.mp4",BYTERANGE="700@0"'],
    ...["#EXTINF:2.000000,", "seg_00000.m4s", "#EXTINF:2,", "seg_00001.m4s", "#EXT-X-ENDLIST", ""],
  ];
  const there = (name: string) => `https://films.example/film/v240/${name}?$&=1`;
  const moved = moveSegments(playlist.join("\n"), {
    folder: "https://films.example/film/v240/",
    query: "?$&=1",
  });
  expect(moved.split("\n")).toEqual([
    ...playlist.slice(0, 2),
    `#EXT-X-MAP:URI="${there("init.mp4")}",BYTERANGE="700@0"`,
    ...[playlist[3], there("seg_00000.m4s"), playlist[5], there("seg_00001.m4s")],
    ...playlist.slice(7),
  ]);
});

test.each(["https://films.example", "https://films.example/", "https://films.example/some/folder"])(
  "%s has a folder for each asset",
  (url) => {
    const { folder, query } = createCdnOrigin({ url, signing }).whole!("film", at("12:00:00"));
    expect(folder).toBe(`${url.replace(/\/$/, "")}/film/`);
    expect(query).toMatch(/^\?md5=[\w-]{22}&expires=1809172800$/);
  },
);

test.each([
  ["10:20:00", "12:00:00", "10:30:00"],
  ["10:24:59", "12:00:00", "10:30:00"],
  ["10:25:00", "12:00:00", "10:35:00"],
  ["10:20:00", "10:22:30", "10:22:30"],
])(
  "a file asked for at %s under a grant until %s works until %s, for all who ask",
  async (now, latest, end) => {
    const { file } = createCdnOrigin({ url: "https://films.example", signing });
    const address = await file("film/v240/init.mp4", { method: "GET", now: at(now), latest: at(latest) });
    expect(address.expiresAt).toEqual(at(end));
    const { origin, pathname, searchParams } = new URL(address.url);
    expect(origin + pathname).toBe("https://films.example/film/v240/init.mp4");
    expect(searchParams.get("expires")).toBe(String(at(end).getTime() / 1000));
  },
);
