import { expect, test } from "vitest";
import { callOf, listingUrl, readListing } from "./listing.ts";

const read = (query: string) => readListing(new URLSearchParams(query));

test.each([
  ["list=new", { list: "new", genre: undefined, sort: "new", cursor: undefined }],
  ["list=vip&sort=popular", { list: "vip", genre: undefined, sort: "popular", cursor: undefined }],
  ["list=genre&genre=drama&cursor=abc", { list: "genre", genre: "drama", sort: "popular", cursor: "abc" }],
  // A list that is an order itself has no other, a genre belongs to the genre list only, and an invalid cursor is
  // ignored.
  ["list=popular&sort=new", { list: "popular", genre: undefined, sort: "popular", cursor: undefined }],
  ["list=series&genre=drama", { list: "series", genre: undefined, sort: "popular", cursor: undefined }],
  [
    "list=series&cursor=%3Cscript%3E",
    { list: "series", genre: undefined, sort: "popular", cursor: undefined },
  ],
])("%s is a list", (query, listing) => {
  expect(read(query)).toEqual(listing);
});

test.each(["", "genre=drama", "list=genre", "list=genre&genre=../x", "list=toString", "q=x&sort=new"])(
  "%j is a search",
  (query) => expect(read(query)).toBeNull(),
);

test("an address and what it says are one another's way back", () => {
  for (const query of ["list=new", "list=genre&genre=drama&sort=new", "list=vip&cursor=abc"])
    expect(listingUrl(read(query)!)).toBe(`/page/search?${query}`);
});

test("a list asks for what its row shows", () => {
  expect(callOf(read("list=series")!)).toMatchObject({ kind: "series", sort: "popular" });
  expect(callOf(read("list=vip")!)).toMatchObject({ access: "vip", sort: "new" });
  expect(callOf(read("list=genre&genre=drama")!)).toMatchObject({ genre: "drama", sort: "popular" });
});
