import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { genreNames, homePlans, type PlannedRow } from "../../db/schema.ts";

/** There is only one plan. */
export const planId = 1;

/** The home page's rows as planned by admins. Without a plan: new, popular, series, VIP, and one row per genre. */
export async function readHomePlan(db: Db): Promise<{ rows: PlannedRow[]; revision: number }> {
  const [plan] = await db.select().from(homePlans).where(eq(homePlans.id, planId));
  if (plan) return { rows: plan.rows, revision: plan.revision };
  const genres = new Set((await db.select().from(genreNames)).map(({ genre }) => genre));
  const kinds = ["new", "popular", "series", "vip"] as const;
  return {
    rows: [...kinds.map((kind) => rowOf(kind, null)), ...[...genres].map((genre) => rowOf("genre", genre))],
    revision: 0,
  };
}

function rowOf(kind: PlannedRow["kind"], genre: string | null): PlannedRow {
  return { kind, on: true, genre, names: {}, movies: [] };
}
