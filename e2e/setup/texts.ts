import { readFileSync } from "node:fs";
import { defaultBrandName } from "../../contract/service/brand-facts.ts";

type Tree = { [key: string]: string | Tree };

/** @returns a function that looks up a text of a language's `common.json`, with its bound filled in */
export function textsOf(locale: string): (key: string, bound?: string | number) => string {
  const file = new URL(`../../locales/${locale}/common.json`, import.meta.url);
  const pack = JSON.parse(readFileSync(file, "utf8")) as Tree;
  return (key, bound = "") => {
    const text = key.split(".").reduce<Tree | string>((tree, part) => (tree as Tree)[part]!, pack);
    return (text as string).replace("{{bound}}", String(bound)).replaceAll("{{brand}}", defaultBrandName);
  };
}
