import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createElement, type ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import createIcon, { type IconData } from "./create-icon.tsx";

const icons = join(import.meta.dirname, "../../node_modules/lucide-react/dist/esm/icons");
type Module = { __iconData?: IconData; default: ComponentType<object> };

/** One icon in ten of the library's, which has 1,700. */
async function someIcons(): Promise<Required<Module>[]> {
  const names = readdirSync(icons).filter((name) => name.endsWith(".mjs"));
  const modules = await Promise.all(
    names.filter((_name, at) => at % 10 === 0).map((name) => import(join(icons, name)) as Promise<Module>),
  );
  // The rest are other names of icons.
  return modules.filter((module): module is Required<Module> => module.__iconData !== undefined);
}

/** Each element's name and attributes, without the library's class names, and in one order. */
function attributesOf(markup: string): string[][] {
  const elements = markup.split("<").slice(1);
  return elements.map((element) => {
    const [tag = ""] = element.split(">");
    const [name = "", ...attributes] = tag.replace(" ", '" ').replace("/", "").split('" ');
    const own = attributes
      .map((attribute) => attribute.replaceAll('"', ""))
      .map((attribute) => (attribute.startsWith("class=") ? classOf(attribute) : attribute));
    return [name, ...own.filter(Boolean).sort()];
  });
}

function classOf(attribute: string): string {
  const given = attribute
    .slice("class=".length)
    .split(" ")
    .filter((name) => !name.startsWith("lucide"));
  return given.length > 0 ? `class=${given.join(" ")}` : "";
}

const ways = [
  {},
  { className: "size-4 flip" },
  { strokeWidth: 1.5 },
  { size: 20, color: "red" },
  { "aria-label": "A name", role: "img" },
];

test("icons are drawn as by the library, and hidden from screen readers as there", async () => {
  const modules = await someIcons();
  expect(modules.length).toBeGreaterThan(100);
  for (const { __iconData: data, default: Library } of modules)
    for (const given of ways) {
      const own = renderToStaticMarkup(createElement(createIcon(data), given));
      expect(attributesOf(own)).toEqual(attributesOf(renderToStaticMarkup(createElement(Library, given))));
    }
});
