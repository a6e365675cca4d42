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
  return html === null ? <ul>no keeper</ul> : <ul dangerouslySetInnerHTML={{ __html: html }} />;
}

function listFor(keeper: HtmlCache | null, shown: Shown, made = () => {}) {
  return renderToString(
    <KeptHtmlContext.Provider value={keeper}>
      <List shown={shown} made={made} />
    </KeptHtmlContext.Provider>,
  );
}

test("what shows the same is rendered once, and what differs in anything is rendered by itself", () => {
  const [keeper, made] = [createHtmlCache(), vi.fn()];
  const ada = { name: "Ada", words: "<b>" };
  expect(listFor(keeper, ada, made)).toBe("<ul><li>Ada: &lt;b&gt;</li></ul>");
  expect(listFor(keeper, { ...ada }, made)).toBe("<ul><li>Ada: &lt;b&gt;</li></ul>");
  expect(made).toHaveBeenCalledTimes(1);
  expect(listFor(keeper, { ...ada, name: "Bob" }, made)).toBe("<ul><li>Bob: &lt;b&gt;</li></ul>");
  expect(listFor(keeper, { ...ada, words: "Hallo" }, made)).toBe("<ul><li>Ada: Hallo</li></ul>");
  expect(made).toHaveBeenCalledTimes(3);
});

test("a browser has no keeper and renders by itself", () => {
  expect(listFor(null, { name: "Ada", words: "" })).toBe("<ul>no keeper</ul>");
});

test("what was used last stays within the bound", () => {
  const [keeper, made] = [createHtmlCache({ most: 100 }), vi.fn()];
  for (const name of ["Ada", "Bob", "Ada", "Cem", "Ada"]) listFor(keeper, { name, words: "x" }, made);
  expect(made).toHaveBeenCalledTimes(3);
  listFor(keeper, { name: "Bob", words: "x" }, made);
  expect(made).toHaveBeenCalledTimes(4);
});
