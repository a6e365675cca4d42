import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { desc } from "drizzle-orm";
import { locales } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { textPages } from "../../../db/schema.ts";

/** When the product's own texts were last changed, as shown on their pages. */
const writtenAt = new Date("2026-11-21T00:00:00Z");

type DefaultText = { key: string; locale: string; title: string; body: string };

/**
 * Stores the product's own texts for pages that the operator has not written. A language's text that an admin has
 * edited stays; an unedited one is updated with the product. Processes that start together do not disturb each other.
 * @param localesDir contains `<locale>/texts/<key>.md`, with the title in the first line as `# …`
 */
export async function seedTexts(db: Db, { localesDir }: { localesDir: string }): Promise<void> {
  const latest = new Map<string, typeof textPages.$inferSelect>();
  for (const row of await db.select().from(textPages).orderBy(desc(textPages.version))) {
    const name = `${row.key} ${row.locale}`;
    if (!latest.has(name)) latest.set(name, row);
  }
  const due = (await readDefaults(localesDir)).flatMap((text) => {
    const known = latest.get(`${text.key} ${text.locale}`);
    const same = known?.title === text.title && known.body === text.body;
    if (known && (known.edited || known.updatedBy !== null || same)) return [];
    return [{ ...text, version: (known?.version ?? 0) + 1, updatedAt: writtenAt, updatedBy: null }];
  });
  if (due.length > 0) await db.insert(textPages).values(due).onConflictDoNothing();
}

async function readDefaults(localesDir: string): Promise<DefaultText[]> {
  const texts: DefaultText[] = [];
  for (const locale of locales) {
    const folder = join(localesDir, locale, "texts");
    for (const name of (await readdir(folder)).sort()) {
      const [first = "", ...rest] = (await readFile(join(folder, name), "utf8")).split("\n");
      const key = name.replace(/\.md$/, "");
      texts.push({ key, locale, title: first.replace(/^#\s*/, ""), body: rest.join("\n").trim() });
    }
  }
  return texts;
}
