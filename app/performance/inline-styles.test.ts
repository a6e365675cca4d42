import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStyleInliner } from "./inline-styles.ts";

let clientDir: string;
beforeAll(async () => {
  clientDir = await mkdtemp(join(tmpdir(), "styles-"));
  await mkdir(join(clientDir, "assets"));
  await writeFile(join(clientDir, "assets/one-A1_b.css"), "a{color:$&red}");
  await writeFile(join(clientDir, "assets/odd.css"), "a::after{content:'</style>'}");
});
afterAll(() => rm(clientDir, { recursive: true }));

const link = (href: string) => `<link rel="stylesheet" href="${href}"/>`;

test("the build's style sheets are at the end of the head, and their links off in their places", async () => {
  const inline = createStyleInliner(clientDir);
  const style = '<style data-href="/assets/one-A1_b.css">a{color:$&red}</style>';
  const off = '<link rel="stylesheet" href="/assets/one-A1_b.css" disabled=""/>';
  expect(await inline(`<head>${link("/assets/one-A1_b.css")}<title>x</title></head>`)).toBe(
    `<head>${off}<title>x</title>${style}</head>`,
  );
});

test.each(["/assets/gone.css", "/assets/odd.css", "https://other.test/a.css", "/assets/../secret.css"])(
  "%s is left to the browser",
  async (href) => {
    expect(await createStyleInliner(clientDir)(link(href))).toBe(link(href));
  },
);
