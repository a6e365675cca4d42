import { expect, test } from "vitest";
import { offeredContext, sentContext } from "./context.server.ts";

const facts = { version: "1.2.3", locale: "de", device: "mobile", userAgent: "Browser/1" } as const;
const known = { version: "1.2.3", locale: "de", device: "mobile", browser: "Browser/1" };
const offered = (query: string) => offeredContext(new URLSearchParams(query), facts);

test("the address says where the person came from, the server what the device is", () => {
  expect(offered("")).toEqual(known);
  expect(offered("from=/video/a/2&movie=a&episode=2&position=61.5&request=r-1")).toEqual({
    ...known,
    page: "/video/a/2",
    movie: "a",
    episode: 2,
    positionS: 61.5,
    request: "r-1",
  });
});

test("what is no value of its field is left out", () => {
  expect(
    offered(`movie=../x&episode=0&position=NaN&request=${"x".repeat(99)}&from=${"y".repeat(400)}`),
  ).toEqual(known);
});

test("of a form only known fields go along, and only with values they can have", () => {
  const fields: Record<string, string> = {
    "context.movie": "a",
    "context.positionS": "1e9",
    "context.device": "toaster",
    "context.screen": "390×844 @3",
    "context.admin": "1",
  };
  expect(sentContext((name) => fields[name] ?? "")).toEqual({ movie: "a", screen: "390×844 @3" });
});
