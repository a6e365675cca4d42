import { expect, test } from "vitest";
import { numberEpisodes } from "./number-episodes.ts";

/** Files as `2x01` = season 2, episode 1; `01` = no season; a name = neither. */
const placesIn = (names: string[], usual?: number) =>
  numberEpisodes(
    names.map((name) => {
      const [, season, episode] = /^(?:(\d+)x)?(\d+)/.exec(name) ?? [];
      return { name, season: season ? Number(season) : null, episode: episode ? Number(episode) : null };
    }),
    usual,
  ).map((place) => place && `${place.season}x${place.number}`);

test.each<[string, string[], (string | null)[]]>([
  ["names with numbers keep them", ["1x03", "1x01", "02"], ["1x3", "1x1", "1x2"]],
  ["a video without a number changes nothing", ["making of", "1x01", "1x03"], [null, "1x1", "1x3"]],
  ["nor does a second file of one episode", ["1x01", "1x02", "1x02 b", "1x03"], ["1x1", "1x2", null, "1x3"]],
  ["nor does one whose season is not said", ["2x01", "2x02", "02 special"], ["2x1", "2x2", null]],
  ["each season has its own numbers", ["2x01", "1x01", "1x02"], ["2x1", "1x1", "1x2"]],
  ["specials are season 0, and never the unsaid one", ["0x01", "2x01", "05"], ["0x1", "2x1", "2x5"]],
  ["an episode may have the number 0", ["1x00", "1x01"], ["1x0", "1x1"]],
  ["without any number the names' order counts", ["b", "a 10", "a 9"], ["1x3", "1x2", "1x1"]],
])("%s", (_what, names, expected) => expect(placesIn(names)).toEqual(expected));

test("where no name says a season, it is the usual one", () => {
  expect(placesIn(["02", "01"], 3)).toEqual(["3x2", "3x1"]);
  expect(placesIn(["b", "a"], 3)).toEqual(["3x2", "3x1"]);
  expect(placesIn(["1x02", "01"], 3)).toEqual(["1x2", "1x1"]);
});
