import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "../../app/routes.ts";
import { calls } from "../../contract/index.ts";
import { anchorOf, documents, read, type Document } from "./documents.ts";
import { root } from "./source-files.ts";

const all = documents();
const each = all.map((document) => [document.path, document] as const);

/** Made by commands, not kept in the repository. */
const generated = /^(bench\/(results|node_modules)|tests\/firebase\/node_modules|public\/build)\b/;
/** Where a placeholder such as `<area>` or `…` stands, anything may. */
const pattern = (path: string) => path.replace(/<[^>]+>|…/g, "*");
const isThere = (path: string) => globSync(pattern(path), { cwd: root }).length > 0;

const sources = [
  "{*,.*}.{ts,js,cjs,json}",
  "{api,app,bench,contract,demo,docs,e2e,scripts,server,tests}/**/*.{ts,tsx,js,css,sql}",
]
  .flatMap((files) => globSync(files, { cwd: root, exclude: (name) => String(name) === "node_modules" }))
  .filter((path) => !path.startsWith("tests/architecture/"));
const code = sources.map((path) => readFileSync(join(root, path), "utf8")).join("\n");

function report(found: Document[], wrongIn: (document: Document) => string[]): string[] {
  return found.flatMap((document) => wrongIn(document).map((what) => `${document.path}: ${what}`));
}

describe("documents", () => {
  it.each(each)("%s links to what is there, anchors included", (path, { links }) => {
    const broken = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [file, anchor] = link.split("#") as [string, string?];
      const target = file === "" ? path : join(dirname(path), file);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !read(target).headings.map(anchorOf).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it("name files and folders that are there", () => {
    const inFolders =
      /^(api|app|bench|contract|demo|docs|e2e|locales|public|scripts|server|tests|\.ci)\/\S*$/;
    const wrong = report(all, ({ spans, blocks }) => {
      const words = blocks
        .filter(({ language }) => language === "sh")
        .flatMap(({ code }) => code.split(/\s+/));
      return [...spans.flatMap((span) => span.split(" ")), ...words].filter(
        (word) => inFolders.test(word) && !generated.test(word) && !isThere(word),
      );
    });
    expect(wrong).toEqual([]);
  });

  it("name source files by a name one of them has", () => {
    // React Router's, in the way out of decision 001.
    const others = ["react-router.config.ts"];
    const named = /^[\w.-]+\.(ts|tsx|sql|cjs)$/;
    const names = new Set(
      [...sources, ...globSync("**/*.sql", { cwd: join(root, "api") })].map((path) =>
        path.split("/").at(-1)!,
      ),
    );
    const wrong = report(all, ({ spans }) =>
      spans.filter((span) => named.test(span) && !names.has(span) && !others.includes(span)),
    );
    expect(wrong).toEqual([]);
  });

  it("name functions, columns and tables as the source does", () => {
    const identifier = /^(?:[a-z]+[A-Z]\w*|[a-z]+(?:_[a-z]+)+)(?=\(|$)/;
    // Programs and settings around the database.
    const others = ["pg_dump", "max_connections", "superuser_reserved_connections"];
    const known = new Set(code.match(/[A-Za-z_]\w*/g));
    const wrong = report(all, ({ spans }) =>
      spans.flatMap((span) => {
        const name = identifier.exec(span)?.[0];
        return name && !known.has(name) && !others.includes(name) ? [name] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("name calls of the contract", () => {
    const heads = new Set(Object.keys(calls).map((name) => name.split("/").slice(0, -1).join("/")));
    const wrong = report(all, ({ spans }) =>
      spans.filter((span) => {
        const match = /^((?:z\/)?[a-z]+)\/[a-z-]+$/.exec(span);
        return match && heads.has(match[1]!) && !Object.hasOwn(calls, span);
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("name addresses the product has", () => {
    const wrong = report(all, ({ spans }) =>
      spans.flatMap((span) => {
        const path = /^(?:(?:GET|POST) )?(\/[^\s?#]*)/.exec(span)?.[1];
        return path && !isAddress(path) ? [path] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });
});

/** Addresses that are no page: of the edge, of files, of the worker; and folders of a machine that runs it. */
const elsewhere =
  /^\/(healthz|readyz|metrics|entry\.worker\.js|(oss|media|artwork|kept|assets)(\/.*)?|media-internal|(usr|opt|bin|var|srv|etc)\/?.*|__\/auth\/.*)$/;

function isAddress(path: string): boolean {
  if (path.startsWith("/api/")) {
    const name = path.slice("/api/".length);
    return Object.hasOwn(calls, name) || ["openapi.json", "docs", "webhook/stripe"].includes(name);
  }
  return path === "/" || path === "/api" || elsewhere.test(path) || pages.some((page) => page.test(path));
}

const pages = patternsOf(routes as RouteConfigEntry[], "");

function patternsOf(entries: RouteConfigEntry[], above: string): RegExp[] {
  return entries.flatMap(({ path, children }) => {
    const own = path === undefined ? above : `${above}/${path}`;
    const shown = own
      .replaceAll(".", "\\.")
      .replace(/\/:\w+\?/g, "(/[^/]+)?")
      .replace(/:\w+/g, "[^/]+");
    const self = path === undefined || path === "*" ? [] : [new RegExp(`^${shown}$`)];
    return [...self, ...patternsOf(children ?? [], own)];
  });
}

describe("scripts of package.json", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const named = (text: string) => [
    ...[...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name!),
    ...[...text.matchAll(/\bnpm (start|test)\b/g)].map(([, name]) => name!),
  ];

  it("are the ones documents name", () => {
    const wrong = report(all, ({ text }) => named(text).filter((name) => !Object.hasOwn(scripts, name)));
    expect(wrong).toEqual([]);
  });

  it("are each told in README, CONTRIBUTING or operations", () => {
    const told = ["README.md", "CONTRIBUTING.md", "docs/operations.md"].flatMap((path) =>
      named(read(path).text),
    );
    expect(Object.keys(scripts).filter((name) => !told.includes(name))).toEqual([]);
  });
});

describe("lists", () => {
  const names = (files: string) => globSync(files, { cwd: root }).map((path) => path.split("/").at(-1)!);

  it("of ports: the map has them all", () => {
    const line = /ports\["Ports: api\/ports<br\/>(.*)"\]/.exec(read("docs/architecture.md").text)?.[1];
    const ports = names("api/ports/*.ts").filter((name) => !name.endsWith(".d.ts"));
    expect(line?.split(", ").sort()).toEqual(ports.map((name) => name.replace(/\.ts$/, "")).sort());
  });

  it("of benchmarks: each part is explained", () => {
    const table = /const parts[^{]*\{([^}]*)\}/.exec(readFileSync(join(root, "bench/run.ts"), "utf8"))![1]!;
    const parts = table.split(",").map((line) => line.split(":")[0]!.replaceAll('"', "").trim());
    const { spans } = read("docs/benchmarks.md");
    expect(parts.filter((part) => part !== "" && !spans.includes(part))).toEqual([]);
  });

  it("of packs: who adds a text finds each of them", () => {
    const { spans } = read("CONTRIBUTING.md");
    expect(names("locales/en/*.json").filter((name) => !spans.includes(name))).toEqual([]);
  });
});

describe("decisions", () => {
  const decisions = all.filter(({ path }) => path.startsWith("docs/decisions/"));

  it("are numbered without gaps, each once", () => {
    const numbers = decisions.map(({ path }) => path.slice("docs/decisions/".length).split("-")[0]);
    expect(numbers).toEqual(decisions.map((_, at) => String(at + 1).padStart(3, "0")));
  });

  it.each(decisions.map((decision) => [decision.path, decision] as const))(
    "%s has its number, and the form of the others",
    (path, { text, headings }) => {
      expect(headings[0]).toMatch(new RegExp(`^${/(\d{3})/.exec(path)![1]} \\S`));
      const parts = [...text.matchAll(/^\*\*(Context|Decision|Consequences|Way out)\b.*?\*\*/gm)].map(
        ([, part]) => part!,
      );
      expect(parts.slice(0, 3)).toEqual(["Context", "Decision", "Consequences"]);
    },
  );

  it("are referred to by numbers there are", () => {
    const known = new Set(decisions.map(({ path }) => /(\d{3})/.exec(path)![1]));
    const text = code + all.map((document) => document.text).join("\n");
    const named = [...text.matchAll(/\bdecisions?[ /]\[?(\d{3})\b/gi)].map(([, number]) => number!);
    expect(named.filter((number) => !known.has(number))).toEqual([]);
  });
});
