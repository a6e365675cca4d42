import { expect, test } from "vitest";
import { minimumAge } from "./age-rating.ts";
import { matchGenres } from "./match-genres.ts";

test.each([
  [{ DE: "12", US: "R" }, 12],
  [{ US: "PG-13" }, 13],
  [{ US: "TV-MA", GB: "15" }, 15],
  [{ GB: "12A" }, 12],
  [{ KR: "ALL" }, 0],
  [{ JP: "R15+" }, 15],
  [{ BR: "L" }, 0],
  [{ NL: "6", SG: "R21" }, 6],
  // Not rated, and a country whose ratings are not known.
  [{ US: "NR", DE: "" }, null],
  [{ XX: "18" }, null],
  [{}, null],
])("the ratings %j stand for %s", (certificates, age) => {
  expect(minimumAge(certificates as Record<string, string>)).toBe(age);
});

const genre = (id: string, names: Record<string, string>) => ({ id, names });

test("genres are found by any name or by their id, in pairs too, and the others are named", () => {
  const genres = [
    genre("drama", { de: "Drama" }),
    genre("science-fiction", { en: "Sci-Fi" }),
    genre("fantasy", { en: "Fantasy" }),
  ];
  expect(matchGenres(["Drama", "Science Fiction", "Western"], genres)).toEqual({
    ...{ known: ["drama", "science-fiction"], unknown: ["Western"] },
  });
  expect(matchGenres(["Sci-Fi & Fantasy", "War & Politics"], genres)).toEqual({
    ...{ known: ["science-fiction", "fantasy"], unknown: ["War & Politics"] },
  });
});
