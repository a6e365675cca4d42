import { createHash } from "node:crypto";
import { and, asc, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { movies, shortCodeInSql } from "../../db/schema.ts";
import type { AgeLimit } from "../kernel/age-limit.ts";
import { Failure } from "../kernel/failure.ts";
import { visibleTo } from "./cards.ts";

/** Characters of a code: 60 bits, by which two of a million movies meet once in two million services. */
const length = 10;

/** The code of a movie's short address. It follows from the id, so it is there before anyone asks, and stays. */
export function shortCodeOf(id: string): string {
  return createHash("sha256").update(id).digest("base64url").slice(0, length);
}

/**
 * The published movie that a code stands for.
 * @throws Failure not_found
 */
export async function movieOfCode(
  db: Db,
  { code, ageLimit }: { code: string; ageLimit: AgeLimit },
): Promise<{ id: string }> {
  const [row] = await db
    .select({ id: movies.id })
    .from(movies)
    .where(and(visibleTo(ageLimit), sql`${shortCodeInSql} = ${code}`))
    .orderBy(asc(movies.id))
    .limit(1);
  if (!row) throw new Failure("not_found");
  return row;
}
