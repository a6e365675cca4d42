import { mostRating } from "../../../../contract/catalogue/values.ts";

/** Ratings in letters, as minimum ages in years; the boards that have no age for one recommend these. */
const inLetters: Record<string, Record<string, number>> = {
  DE: {},
  NL: { AL: 0 },
  FR: { U: 0, TP: 0 },
  ES: { A: 0, Ai: 0, TP: 0, APTA: 0 },
  GB: { U: 0, PG: 8, "12A": 12, R18: 18 },
  BR: { L: 0, AL: 0 },
  KR: { ALL: 0, "Restricted Screening": 19 },
  JP: { G: 0, PG12: 12, "R15+": 15, "R18+": 18 },
  TH: { G: 0, P: 0, "13+": 13, "15+": 15, "18+": 18, "20+": 20 },
  SG: { G: 0, PG: 8, PG13: 13, NC16: 16, M18: 18, R21: 21 },
  MY: { U: 0, P12: 12, P13: 13 },
  US: {
    G: 0,
    PG: 8,
    "PG-13": 13,
    R: 17,
    "NC-17": 18,
    "TV-Y": 0,
    "TV-Y7": 7,
    "TV-G": 0,
    "TV-PG": 8,
    "TV-14": 14,
    "TV-MA": 17,
  },
};

/**
 * The minimum age of a movie by its ratings in several countries. The first country of the table that has a rating
 * decides: those whose boards name ages come first.
 * @returns years; null when there is no rating that can be read
 */
export function minimumAge(certificates: Record<string, string>): number | null {
  for (const [country, letters] of Object.entries(inLetters)) {
    const written = certificates[country]?.trim() ?? "";
    const age = Object.hasOwn(letters, written)
      ? letters[written]!
      : Number(/^(\d{1,2})\+?$/.exec(written)?.[1]);
    if (age >= 0 && age <= mostRating) return age;
  }
  return null;
}
