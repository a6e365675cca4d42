import { expect, test } from "vitest";
import { chooseSound } from "./choose-sound.ts";

const line = (language: string, folder: string | null, more = "") =>
  `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="${language}",LANGUAGE="${language}"${more}` +
  (folder ? `,URI="${folder}/index.m3u8"` : "");
const described = ',CHARACTERISTICS="public.accessibility.describes-video"';
const renditions = [{ name: "240p", folder: "v240", width: 426, height: 240, bitrate: 1 }];
const facts = (lines: string[], more = {}) => ({
  master: lines.join("\n"),
  renditions,
  sound: true,
  ...more,
});
const several = facts([
  line("en", null),
  line("de", "sound_1", described),
  line("de-AT", "sound_2"),
  line("und", "sound_3"),
]);

test.each([
  ["the default, which is in every rendition", null, { folder: "v240", language: "en" }],
  [
    "one in the language asked for, and no description of what is seen",
    "de",
    { folder: "sound_2", language: "de-AT" },
  ],
  ["the default, where none has the language", "fr", { folder: "v240", language: "en" }],
])("%s", (_what, asked, chosen) => expect(chooseSound(several, { choices: null, asked })).toEqual(chosen));

test("an admin's default goes before the file's", () => {
  const choices = [3, 0, 1, 2].map((track, at) => {
    return { track, name: null, describes: track === 1, isDefault: at === 0 };
  });
  expect(chooseSound(several, { choices, asked: null })).toEqual({ folder: "sound_3", language: null });
});

test.each([
  ["en", "en"],
  ["zxx", null],
  ["x; rm -rf", null],
  [null, null],
])("a single sound marked with %s is in %s", (language, found) => {
  const one = facts([], { tracks: [{ codec: "aac", channels: 2, language }] });
  expect(chooseSound(one, { choices: null, asked: null })).toEqual({ folder: "v240", language: found });
});

test("a video without a sound has none", () => {
  expect(chooseSound({ ...several, sound: false }, { choices: null, asked: null })).toBeNull();
});
