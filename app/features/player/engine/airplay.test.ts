import { expect, it, vi } from "vitest";
import { offerAirPlay } from "./airplay.ts";

type FakeSource = { type: string; src: string; dataset: Record<string, string>; remove: () => void };

/** A video element fed by scripts: on an iPhone by a `<source>`, elsewhere by its `src`. */
function element({ safari = true, managed = true } = {}) {
  const sources: FakeSource[] = [];
  const add = (src: string): FakeSource => {
    const made: FakeSource = {
      type: "",
      src,
      dataset: {},
      remove: () => void sources.splice(sources.indexOf(made), 1),
    };
    return made;
  };
  if (managed) sources.push(add("blob:film"));
  const media = Object.assign(new EventTarget(), {
    paused: true,
    readyState: 0,
    disableRemotePlayback: managed,
    ownerDocument: { createElement: () => add("") },
    querySelector: (selector: string) =>
      sources.find(({ src, dataset }) =>
        selector.includes("blob:") ? src.startsWith("blob:") : "airplay" in dataset,
      ) ?? null,
    append: (source: FakeSource) => void sources.push(source),
    ...(safari && { webkitShowPlaybackTargetPicker: () => undefined }),
  });
  return { media, sources };
}

const url = "/media/grant/a/master.m3u8";
const begin = async (media: EventTarget) => {
  media.dispatchEvent(new Event("playing"));
  await Promise.resolve();
  await Promise.resolve();
};

it("puts a URL for receivers beside an iPhone's source once that plays, and allows remote playback", async () => {
  const { media, sources } = element();
  const receiverUrl = vi.fn(async () => url);
  const airPlay = offerAirPlay({ media: media as never, receiverUrl });
  expect([receiverUrl.mock.calls.length, media.disableRemotePlayback]).toEqual([0, true]);
  await begin(media);
  await begin(media);
  expect(receiverUrl).toHaveBeenCalledTimes(1);
  expect(sources.map(({ src, type }) => [src, type])).toEqual([
    ["blob:film", ""],
    [url, "application/vnd.apple.mpegurl"],
  ]);
  expect(media.disableRemotePlayback).toBe(false);
  airPlay.stop();
  expect(sources.map(({ src }) => src)).toEqual(["blob:film"]);
});

it("knows the URL where the source is the element's own, and adds nothing there", async () => {
  const { media, sources } = element({ managed: false });
  const airPlay = offerAirPlay({ media: media as never, receiverUrl: async () => url });
  await begin(media);
  expect([airPlay.url(), sources]).toEqual([url, []]);
});

it("asks again after no answer", async () => {
  const { media } = element();
  const receiverUrl = vi.fn<() => Promise<string | null>>(async () => null);
  const airPlay = offerAirPlay({ media: media as never, receiverUrl });
  await begin(media);
  receiverUrl.mockResolvedValue(url);
  await begin(media);
  expect(airPlay.url()).toBe(url);
});

it("asks for nothing in other browsers", async () => {
  const { media } = element({ safari: false });
  const receiverUrl = vi.fn(async () => url);
  offerAirPlay({ media: media as never, receiverUrl });
  await begin(media);
  expect(receiverUrl).not.toHaveBeenCalled();
});
