import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asksForSomething, filterCount, readQuery, searchUrl } from "./query.ts";

const read = (text: string) => readQuery(new URLSearchParams(text));
const bare = (query: object) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

describe("readQuery", () => {
  it("takes what is a value of its field and leaves out the rest", () => {
    expect(
      bare(read("q=+Ghost+&genre=drama&decade=1990&kind=film&access=signed-in&sort=new&cursor=abc_-9")),
    ).toEqual({
      q: "Ghost",
      genre: "drama",
      decade: 1990,
      kind: "film",
      access: "signed-in",
      sort: "new",
      cursor: "abc_-9",
    });
    expect(
      bare(read("q=%20&genre=A&year=soon&decade=1995&kind=opera&access=all&sort=worst&cursor=%00&surplus=1")),
    ).toEqual({});
  });

  it("cuts long words between characters", () => {
    expect([...read(`q=${encodeURIComponent("🎬".repeat(150))}`).q!]).toHaveLength(100);
  });

  it("reads back what searchUrl writes", () => {
    const query = fc.record(
      {
        q: fc
          .string({ unit: "binary", minLength: 1, maxLength: 60 })
          .map((text) => text.replaceAll("\u0000", "").trim())
          .filter(Boolean),
        genre: fc.constantFrom("drama", "sci-fi"),
        year: fc.integer({ min: 1870, max: 2099 }),
        decade: fc.integer({ min: 187, max: 209 }).map((tens) => tens * 10),
        kind: fc.constantFrom("film" as const, "series" as const),
        sort: fc.constantFrom("relevance" as const, "new" as const),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(query, (given) => {
        expect(bare(readQuery(new URL(searchUrl(given), "http://a.test").searchParams))).toEqual(bare(given));
      }),
    );
  });
});

it("an address without words or filters asks for nothing", () => {
  expect(asksForSomething(read("sort=relevance"))).toBe(false);
  expect(asksForSomething(read("genre=drama"))).toBe(true);
  expect(asksForSomething(read("sort=new"))).toBe(true);
  expect(filterCount(read("q=a&genre=drama&access=free"))).toBe(2);
});
