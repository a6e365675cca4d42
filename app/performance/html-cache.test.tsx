import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { createHtmlCache } from "./html-cache.ts";
import { KeptHtmlContext, useKeptHtml, type HtmlCache } from "./kept-html.ts";

type Shown = { name: string; words: string };

function List({ shown, made }: { shown: Shown; made: () => void }) {
  const html = useKeptHtml(shown, () => {
    made();
    return <li>{`${shown.name}: ${shown.words}`}</li>;
  });
  return html === null ? <ul>no cache</ul> : <ul dangerouslySetInnerHTML={{ __html: html }} />;
}

function listFor(cache: HtmlCache | null, shown: Shown, made = () => {}) {
  return renderToString(
    <KeptHtmlContext.Provider value={cache}>
      <List shown={shown} made={made} />
    </KeptHtmlContext.Provider>,
  );
}

test("what shows the same is rendered once, and what differs in anything is rendered by itself", () => {
  const [cache, made] = [createHtmlCache(), vi.fn()];
  const ada = { name: "Ada", words: "<b>" };
  expect(listFor(cache, ada, made)).toBe("<ul><li>Ada: &lt;b&gt;</li></ul>");
  expect(listFor(cache, { ...ada }, made)).toBe("<ul><li>Ada: &lt;b&gt;</li></ul>");
  expect(made).toHaveBeenCalledTimes(1);
  expect(listFor(cache, { ...ada, name: "Bob" }, made)).toBe("<ul><li>Bob: &lt;b&gt;</li></ul>");
  expect(listFor(cache, { ...ada, words: "Hallo" }, made)).toBe("<ul><li>Ada: Hallo</li></ul>");
  expect(made).toHaveBeenCalledTimes(3);
});

test("a browser has no cache and renders by itself", () => {
  expect(listFor(null, { name: "Ada", words: "" })).toBe("<ul>no cache</ul>");
});

test("what was used last stays within the bound", () => {
  const [cache, made] = [createHtmlCache({ most: 100 }), vi.fn()];
  for (const name of ["Ada", "Bob", "Ada", "Cem", "Ada"]) listFor(cache, { name, words: "x" }, made);
  expect(made).toHaveBeenCalledTimes(3);
  listFor(cache, { name: "Bob", words: "x" }, made);
  expect(made).toHaveBeenCalledTimes(4);
});
