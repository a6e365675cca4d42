import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textPages } from "../../../api/db/schema.ts";
import { seedTexts } from "../../../api/domain/service/texts/seed-texts.ts";
import { locales } from "../../../contract/locales.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";

let backend: TestBackend;
const seed = () => seedTexts(backend.db, { localesDir: "locales" });
const read = (key: string, locale?: string) => backend.get("text/detail", `?key=${key}`, { locale });

beforeAll(async () => {
  backend = await startTestBackend();
  await Promise.all([seed(), seed()]);
});
afterAll(() => backend.close());

test.each(["terms", "privacy", "imprint"])("%s is there in every language", async (key) => {
  const titles = new Set<string>();
  for (const locale of locales) {
    const { c, d } = await read(key, locale);
    expect(c).toBe(0);
    expect(d).toMatchObject({ key, locale, version: 1 });
    expect(d.body).toContain("## ");
    titles.add(d.title);
  }
  expect(titles.size).toBeGreaterThan(10);
});

test("a key without a text is not found, in whatever shape it comes", async () => {
  expect(await read("nothing")).toMatchObject({ status: 404, c: 404 });
  expect(await read("..%2Fterms")).toMatchObject({ status: 422 });
  expect(await read("")).toMatchObject({ status: 422 });
});

test("a text that a language has not is read in English", async () => {
  const row = { key: "refunds", version: 1, body: "…", updatedAt: new Date(), updatedBy: "ada" };
  await backend.db.insert(textPages).values([
    { ...row, locale: "de", title: "Erstattung" },
    { ...row, locale: "en", title: "Refunds" },
  ]);
  expect((await read("refunds", "ja")).d).toMatchObject({ locale: "en", title: "Refunds" });
  expect((await read("refunds", "de")).d).toMatchObject({ locale: "de", title: "Erstattung" });
});

test("what an admin has written stays, the latest version holds, and what is still ours follows the product", async () => {
  const mine = { key: "terms", locale: "de", title: "Unsere Regeln", body: "## Kurz\n\nFair sein." };
  await backend.db
    .insert(textPages)
    .values({ ...mine, version: 2, updatedAt: new Date("2027-01-01T00:00:00Z"), updatedBy: "ada" });
  await backend.db
    .update(textPages)
    .set({ title: "As it was in an older release" })
    .where(and(eq(textPages.key, "privacy"), eq(textPages.locale, "pt")));
  await seed();
  const [{ d: german }, { d: portuguese }] = [await read("terms", "de"), await read("privacy", "pt")];
  expect(german).toMatchObject({ title: "Unsere Regeln", version: 2, updatedAt: "2027-01-01T00:00:00.000Z" });
  expect(portuguese.version).toBe(2);
  expect(portuguese.title).not.toBe("As it was in an older release");
  await seed();
  expect((await read("privacy", "pt")).d.version).toBe(2);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
