import { expect, test } from "vitest";
import { numberEpisodes } from "./number-episodes.ts";

/** Files as `2x01` = season 2, episode 1; `01` = no season; a name = neither. */
const numbers = (...names: string[]) =>
  numberEpisodes(
    names.map((name) => {
      const [, season, episode] = /^(?:(\d+)x)?(\d+)/.exec(name) ?? [];
      return { name, season: season ? Number(season) : null, episode: episode ? Number(episode) : null };
    }),
  );

test.each<[string, string[], (number | null)[]]>([
  ["names with numbers keep them", ["1x03", "1x01", "02"], [3, 1, 2]],
  ["a video without a number changes nothing", ["making of", "1x01", "1x03"], [null, 1, 3]],
  ["nor does a second file of one episode", ["1x01", "1x02", "1x02 alternative", "1x03"], [1, 2, null, 3]],
  ["nor does one whose season is not said", ["2x01", "2x02", "02 special"], [1, 2, null]],
  ["seasons are counted through", ["2x01", "1x01", "1x02"], [3, 1, 2]],
  ["and an episode that is missing keeps its place", ["1x01", "1x03", "2x01"], [1, 3, 4]],
  ["seasons that count through by themselves keep their numbers", ["1x01", "1x02", "2x03"], [1, 2, 3]],
  ["specials are left to the admin", ["0x01", "1x01", "2x01"], [null, 1, 2]],
  ["specials alone are episodes", ["0x02", "0x01"], [2, 1]],
  ["without any number the names' order counts", ["b", "a 10", "a 9"], [3, 2, 1]],
])("%s", (_what, names, expected) => expect(numbers(...names)).toEqual(expected));
