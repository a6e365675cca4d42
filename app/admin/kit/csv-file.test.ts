import { describe, expect, it } from "vitest";
import { csvParts } from "./csv-file.server.ts";

const parts = [
  { name: 'users "1"/2.csv', csv: "name\r\nAda\r\n", next: "b" },
  { name: "", csv: "Béa\r\n", next: null },
];

describe("a CSV file in parts", () => {
  it("is one download, marked as UTF-8, under a name that can't be more than a name", async () => {
    const asked: (string | null)[] = [];
    const file = await csvParts(async (cursor) => {
      asked.push(cursor);
      return parts[cursor === null ? 0 : 1]!;
    });
    expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer())).toBe(
      "\uFEFFname\r\nAda\r\nBéa\r\n",
    );
    expect(asked).toEqual([null, "b"]);
    expect(file.headers.get("Content-Disposition")).toBe('attachment; filename="users__1__2.csv"');
  });

  it("is refused as a whole where its first part is, and breaks off where a later one is", async () => {
    const refuse = async () => Promise.reject(new Error("refused"));
    await expect(csvParts(refuse)).rejects.toThrow("refused");
    const file = await csvParts(async (cursor) => (cursor === null ? parts[0]! : refuse()));
    await expect(file.text()).rejects.toThrow("refused");
  });
});
