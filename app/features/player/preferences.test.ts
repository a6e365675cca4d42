import { describe, expect, it } from "vitest";
import type { PlaybackStart } from "../../../contract/index.ts";
import { nextSubtitles } from "./controls/captions.tsx";
import { createPlayerStore } from "./player-store.ts";
import {
  createPreferences,
  firstAudio,
  firstPreferences,
  firstQuality,
  firstSubtitles,
  likelyFirst,
  parsePreferences,
  preferencesKey,
  rememberRequests,
} from "./preferences.ts";

const track = (id: string, locale: string) => ({
  id,
  locale,
  label: id,
  kind: "subtitles" as const,
  url: "",
});
const film = {
  audio: [track("Original", "ja"), track("Music only", "ja")],
  subtitles: [
    track("de", "de"),
    track("en", "en"),
    { ...track("en-cc", "en"), kind: "captions" },
    track("zh", "zh-hant"),
  ],
  renditions: [240, 480, 720].map((height) => ({
    name: `${height}p`,
    height,
    width: (height * 16) / 9,
    bitrate: height * 1_000,
  })),
} as unknown as PlaybackStart;
const with_ = (values: object) => ({ ...firstPreferences, ...values });

/** A storage that holds one text, or throws. */
function storage(kept: string | null, refuses = false) {
  const entries = new Map(kept === null ? [] : [[preferencesKey, kept]]);
  const refuse = () => {
    throw new DOMException("no", "SecurityError");
  };
  return {
    entries,
    open: () =>
      (refuses
        ? refuse()
        : {
            getItem: (key: string) => entries.get(key) ?? null,
            setItem: (key: string, value: string) => void entries.set(key, value),
          }) as Storage,
  };
}

describe("preferences", () => {
  it.each([null, "", "{", "null", "[]", "7", '{"volume":7,"muted":"yes","subtitles":{"id":4},"quality":""}'])(
    "are the first ones where %j is kept",
    (kept) => expect(parsePreferences(kept)).toEqual(firstPreferences),
  );

  it("keep what is good of what is kept", () => {
    expect(parsePreferences('{"volume":0.4,"autoplay":false,"subtitleSize":"giant"}')).toEqual(
      with_({ volume: 0.4, autoplay: false }),
    );
  });

  it("are kept, but for the speed", () => {
    const { entries, open } = storage(null);
    createPreferences(open).change({ quality: "480p", rate: 2 });
    expect(createPreferences(() => open()).read()).toEqual(with_({ quality: "480p" }));
    expect(entries.get(preferencesKey)).not.toContain("rate");
  });

  it("last as long as the page where nothing can be kept", () => {
    const preferences = createPreferences(storage(null, true).open);
    preferences.change({ muted: true });
    expect(preferences.read().muted).toBe(true);
  });

  it("remember what is asked of a film", () => {
    const store = createPlayerStore(0);
    const preferences = createPreferences(storage(null).open);
    const stop = rememberRequests(store, preferences, film);
    const media = Object.assign(new EventTarget(), {
      querySelectorAll: () => [],
      buffered: { length: 0 },
      textTracks: new EventTarget(),
    });
    const document = Object.assign(new EventTarget(), { createElement: () => ({}) });
    store.observe({ media, box: new EventTarget(), document } as never);
    store.request("subtitles", "en-cc");
    store.request("audio", "Music only");
    store.request("quality", "480p");
    store.request("volume", 0.3);
    stop();
    store.request("volume", 0.9);
    expect(preferences.read()).toMatchObject({
      subtitles: { id: "en-cc", locale: "en", captions: true },
      audio: { id: "Music only", locale: "ja" },
      quality: "480p",
      volume: 0.3,
    });
  });
});

describe("a film begins", () => {
  it.each([
    ["the page's language, where the film speaks another", null, "de", "de"],
    ["none, where the film speaks the page's", null, "ja", null],
    ["none, where there are none of the page's language", null, "ko", null],
    ["none, where none were wanted", "off", "de", null],
    ["the very ones chosen before", { id: "en-cc", locale: "en" }, "de", "en-cc"],
    ["others in that language", { id: "English", locale: "en" }, "de", "en"],
    ["others of that tongue", { id: "zh", locale: "zh-hans" }, "de", "zh"],
  ] as const)("with subtitles: %s", (_name, subtitles, locale, expected) => {
    expect(firstSubtitles(film, with_({ subtitles }), locale)).toBe(expected);
  });

  const captioned = {
    audio: [],
    subtitles: [track("fr", "fr"), track("a", "en"), { ...track("b", "en"), kind: "captions" }],
  } as unknown as PlaybackStart;
  it.each([
    ["those for the hard of hearing, where such were chosen", { id: "x", locale: "en", captions: true }, "b"],
    ["plain ones, where such were chosen", { id: "x", locale: "en" }, "a"],
    ["the language, where none are of that kind", { id: "x", locale: "fr", captions: true }, "fr"],
  ])("with %s for another film", (_what, subtitles, expected) => {
    expect(firstSubtitles(captioned, with_({ subtitles }), "de")).toBe(expected);
  });

  it("and the list of subtitles, with the likely languages first", () => {
    const ids = (locales: string[]) => likelyFirst(film.subtitles, locales).map(({ id }) => id);
    expect(ids([])).toEqual(["de", "en", "en-cc", "zh"]);
    expect(ids(["zh-hans", "en-GB", "ko", "en"])).toEqual(["zh", "en", "en-cc", "de"]);
  });

  it.each([
    [null, null],
    [{ id: "Music only", locale: "ja" }, "Music only"],
    [{ id: "Dubbed", locale: "ja" }, "Original"],
    [{ id: "Dubbed", locale: "de" }, null],
  ])("with the sound chosen before: %j → %j", (audio, expected) => {
    expect(firstAudio(film, with_({ audio }))).toBe(expected);
  });

  const told = { id: "Mit Bildbeschreibung", locale: "de", describes: true };
  const described = {
    audio: [
      track("Deutsch", "de"),
      { ...track("Mit Erzähler", "de"), describes: true },
      track("Français", "fr"),
    ],
  } as unknown as PlaybackStart;
  it.each([
    ["an audio description in that language, where one was chosen", told, "Mit Erzähler"],
    ["none, where another sound was chosen", { id: "German", locale: "de" }, "Deutsch"],
    ["the language without one, where it has none", { ...told, locale: "fr" }, "Français"],
  ])("with %s", (_what, audio, expected) => {
    expect(firstAudio(described, with_({ audio }))).toBe(expected);
  });

  it("with the audio description that was chosen for another film, on this device", () => {
    const { open } = storage(null);
    const store = createPlayerStore(0);
    const preferences = createPreferences(open);
    const stop = rememberRequests(store, preferences, described);
    const media = Object.assign(new EventTarget(), {
      querySelectorAll: () => [],
      buffered: { length: 0 },
      textTracks: new EventTarget(),
    });
    const document = Object.assign(new EventTarget(), { createElement: () => ({}) });
    store.observe({ media, box: new EventTarget(), document } as never);
    store.request("audio", "Mit Erzähler");
    stop();
    const other = { audio: [track("A", "de"), { ...track("B", "de"), describes: true }] };
    expect(firstAudio(other as unknown as PlaybackStart, createPreferences(open).read())).toBe("B");
  });

  it.each([
    ["720p", false, "720p"],
    ["720p", true, "auto"],
    ["480p", true, "480p"],
    ["1080p", false, "auto"],
    ["auto", false, "auto"],
  ])("in quality %s, data saver %s: %s", (quality, saver, expected) => {
    expect(firstQuality(film, with_({ quality }), saver)).toBe(expected);
  });

  it.each([
    ["en", {}, "de", null],
    [null, {}, "de", "de"],
    [null, { subtitles: { id: "en-cc", locale: "en" } }, "de", "en-cc"],
    [null, { subtitles: "off" }, "ko", "de"],
  ])("and the switch for subtitles, at %j with %j in %s, turns to %j", (now, values, locale, expected) => {
    expect(nextSubtitles(film, now, with_(values), locale)).toBe(expected);
  });
});
