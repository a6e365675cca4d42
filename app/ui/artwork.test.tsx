import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Backdrop, Poster, StillPicture } from "./artwork.tsx";

const artwork = { path: "/artwork/comet", version: "1", colour: "#123456" };

test.each([
  ["a poster", <Poster artwork={artwork} />],
  ["a backdrop", <Backdrop artwork={artwork} sizes="50vw" />],
  ["a still", <StillPicture still={artwork} sizes="50vw" />],
])("%s says how it loads before its address: React sets attributes in this order", (_what, picture) => {
  const markup = renderToStaticMarkup(picture);
  const order = [' loading="lazy"', " sizes=", " srcSet=", " src="].map((one) => markup.indexOf(one));
  expect(order.every((place) => place > 0)).toBe(true);
  expect(order).toEqual([...order].sort((one, other) => one - other));
});
