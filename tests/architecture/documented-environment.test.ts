import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseEnv } from "../../server/env.ts";
import { read, rowsOf } from "./documents.ts";
import { root } from "./source-files.ts";

const readme = read("README.md").text;

/** README's table of variables: a name, its default, what it means. */
const rows = rowsOf(readme)
  .filter(([name]) => /^`[A-Z_]+`$/.test(name!))
  .map(([name, preset]) => ({ name: name!.slice(1, -1), preset: preset! }));
const described = rows.map(({ name }) => name);

/** The variables the environment is asked for while it is parsed. */
function variablesRead(): string[] {
  const asked = new Set<string>();
  const source = new Proxy<Record<string, string>>(
    {},
    { get: (_source, name) => (asked.add(String(name)), undefined) },
  );
  parseEnv(source);
  return [...asked];
}

/** A default is written as the value that says the same as leaving the variable out; `(demo: …)` as with DEMO set. */
const presets = rows.flatMap(({ name, preset }) => {
  const usual = /^`([^`]+)`/.exec(preset)?.[1];
  const demo = /\(demo: `([^`]+)`\)/.exec(preset)?.[1];
  return [
    ...(usual === undefined ? [] : [{ name, value: usual, beside: {} }]),
    ...(demo === undefined ? [] : [{ name, value: demo, beside: demoOf() }]),
  ];
});

/** What `npm run demo` sets before the server reads its environment. */
function demoOf(): Record<string, string> {
  const source = readFileSync(join(root, "scripts/demo.ts"), "utf8");
  return Object.fromEntries(
    [...source.matchAll(/process\.env\.(\w+) (?:\?\?)?= "(\w+)"/g)].map(([, name, value]) => [name!, value!]),
  );
}

describe("README's table of variables", () => {
  it("has each variable the product reads, once, and no other", () => {
    expect([...described].sort()).toEqual(variablesRead().sort());
  });

  it.each(presets)("$name: $value is what it is without being set", ({ name, value, beside }) => {
    expect(parseEnv({ ...beside, [name]: value })).toEqual(parseEnv(beside));
  });

  it("writes down every default that is a value", () => {
    const { HOST, ...others } = parseEnv({ HOST: "" });
    const values = Object.entries({ HOST, ...others }).filter(
      ([name, value]) => /^[A-Z_]+$/.test(name) && (typeof value === "number" || typeof value === "string"),
    );
    const written = presets.map(({ name }) => name);
    expect(values.map(([name]) => name).filter((name) => !written.includes(name))).toEqual([]);
  });

  it("takes an empty variable for one that is not set, where no value is written down", () => {
    const written = presets.map(({ name }) => name);
    const open = described.filter((name) => !written.includes(name));
    for (const name of open) expect(parseEnv({ [name]: "" }), name).toEqual(parseEnv({}));
  });
});

it("variables that only scripts and tests read are told in README or CONTRIBUTING", () => {
  const told = readme + read("CONTRIBUTING.md").text;
  const set = ["PATH", "NODE_COMPILE_CACHE"];
  const files = ["playwright.config.ts", ...globSync("scripts/*.ts", { cwd: root })];
  const asked = files.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(/process\.env\.([A-Z_]+)/g)].map(([, name]) => name!),
  );
  const missing = asked.filter(
    (name) => !set.includes(name) && !told.includes(`\`${name}`) && !told.includes(`${name}=`),
  );
  expect([...new Set(missing)]).toEqual([]);
});
