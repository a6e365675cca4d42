import { expect, test } from "vitest";
import { renderWhole } from "./render-whole.ts";

const Broken = (): never => {
  throw new Error("no page");
};

test("renders a large document whole", async () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => `Zeile ${at} 映画`);
  const page = (
    <html lang="de">
      <body>
        {rows.map((row) => (
          <p key={row}>{row}</p>
        ))}
      </body>
    </html>
  );
  const html = Buffer.concat(await renderWhole(page)).toString();
  expect(html).toMatch(/^<!DOCTYPE html><html lang="de">/);
  expect(html).not.toContain("\0");
  expect(html.match(/<p>Zeile \d+ 映画<\/p>/g)).toHaveLength(rows.length);
  expect(html).toMatch(/<\/body><\/html>$/);
});

test("throws what a component throws", async () => {
  const page = (
    <html lang="en">
      <body>
        <Broken />
      </body>
    </html>
  );
  await expect(renderWhole(page)).rejects.toThrow("no page");
});
