import { and, desc, eq } from "drizzle-orm";
import type { OutputOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { textPages } from "../../../db/schema.ts";
import { byPreference } from "../../kernel/localised.ts";
import { Failure } from "../../kernel/failure.ts";

/**
 * A text page's latest version in the best language for the reader.
 * @throws Failure not_found for a key without a text
 */
export async function readText(
  db: Db,
  { key, locale }: { key: string; locale: Locale },
): Promise<OutputOf<"text/detail">> {
  const [row] = await db
    .select()
    .from(textPages)
    .where(and(eq(textPages.key, key)))
    .orderBy(byPreference(textPages.locale, locale), desc(textPages.version))
    .limit(1);
  if (!row) throw new Failure("not_found");
  const { title, body, version, updatedAt } = row;
  return { key, locale: row.locale, title, body, version, updatedAt: updatedAt.toISOString() };
}
