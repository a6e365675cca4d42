import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { growthOf } from "../../../../tests/setup/cost.ts";
import { detectSeparator } from "./detect-encoding.ts";
import { findReading, readTable, TableRefused } from "./read-table.ts";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "matinee-table-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function rowsOf(content: string | Buffer): Promise<string[][]> {
  const path = join(folder, "table.csv");
  await writeFile(path, content);
  const rows: string[][] = [];
  for await (const { cells } of readTable(path, await findReading(path))) rows.push(cells);
  return rows;
}

test("cells may have separators, quotes and lines, and files may end without one", async () => {
  expect(await rowsOf('id,title.en\r\na,"One, ""two""\r\nthree"\r\n\r\nb,5" gun')).toEqual([
    ["id", "title.en"],
    ["a", 'One, "two"\r\nthree'],
    ["b", '5" gun'],
  ]);
});

test("letters of several bytes survive where the file is read in pieces", async () => {
  const cell = "é日💣".repeat(20_000).slice(0, 50_000);
  for (const content of [`id,title.en\na,${cell}`, Buffer.from(`\uFEFFid,title.en\na,${cell}`, "utf16le")])
    expect((await rowsOf(content))[1]![1]).toBe(cell);
});

test("a file may have 50,000 lines and no more", async () => {
  const most = `id\n${"a\n".repeat(50_000)}`;
  expect(await rowsOf(most)).toHaveLength(50_001);
  await expect(rowsOf(`${most}a\n`)).rejects.toMatchObject({
    problem: "lines",
  } satisfies Partial<TableRefused>);
});

test.each([
  ["id,title.en;x", "comma"],
  ["id;title.en,x", "semicolon"],
  ["a;b,c;d", "semicolon"],
  ["id", "comma"],
  ['"sep=;"\nid,title.en', "semicolon"],
])("of %j the separator is a %s", (head, separator) => {
  expect(detectSeparator(head).separator).toBe(separator);
});

test.each(['"', '""', '",', ",", ";", "\n", "\r", "sep=", "a\n", "é"])(
  "a file of %j costs what its length is",
  async (piece) => {
    const read = async (length: number) => {
      await rowsOf(`id,title.en\n${piece.repeat(length / piece.length)}`).catch((error: unknown) => {
        if (!(error instanceof TableRefused)) throw error;
      });
    };
    expect(await growthOf(read, 24_000)).toMatchObject({ isCheap: true });
  },
);
