import type { InputOf } from "../../../contract/index.ts";

/** Lists with a page of their own: the rows of the home page. */
const listNames = ["new", "popular", "trending", "series", "vip", "genre"] as const;
export type ListName = (typeof listNames)[number];

/** A list's page as its address describes it. */
export type Listing = {
  list: ListName;
  /** Set for the genre list only. */
  genre: string | undefined;
  sort: "new" | "popular" | "trending";
  cursor: string | undefined;
};

/** The default order of a list: the one of its row. */
const ownSort = {
  new: "new",
  popular: "popular",
  trending: "trending",
  series: "popular",
  vip: "new",
  genre: "popular",
} as const;
/** Lists that are an order themselves. */
const orders: ReadonlySet<ListName> = new Set(["new", "popular", "trending"]);

/** A list that is an order itself has no other. */
export function hasSorts({ list }: Listing): boolean {
  return !orders.has(list);
}

/** @returns null if an address names no list: then it is a search */
export function readListing(search: URLSearchParams): Listing | null {
  const list = listNames.find((name) => name === search.get("list"));
  const genre = /^[a-z][a-z-]{0,31}$/.exec(search.get("genre") ?? "")?.[0];
  if (!list || (list === "genre" && genre === undefined)) return null;
  const said = search.get("sort");
  const free = !orders.has(list) && (said === "new" || said === "popular");
  const cursor = /^[\w-]{1,512}$/.exec(search.get("cursor") ?? "")?.[0];
  return {
    list,
    genre: list === "genre" ? genre : undefined,
    sort: free ? said : ownSort[list],
    cursor,
  };
}

/** The address of a list's page; default values are left out. */
export function listingUrl({ list, genre, sort, cursor }: Pick<Listing, "list"> & Partial<Listing>): string {
  const search = new URLSearchParams({ list });
  if (genre !== undefined) search.set("genre", genre);
  if (sort !== undefined && sort !== ownSort[list]) search.set("sort", sort);
  if (cursor !== undefined) search.set("cursor", cursor);
  return `/page/search?${search}`;
}

/** The input for `movie/list`. */
export function callOf({ list, genre, sort, cursor }: Listing): InputOf<"movie/list"> {
  return {
    sort,
    cursor,
    genre,
    kind: list === "series" ? "series" : undefined,
    access: list === "vip" ? "vip" : undefined,
    limit: 24,
  };
}
