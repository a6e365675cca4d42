import { and, desc, eq, sql } from "drizzle-orm";
import type { Encoding, EncodingProblem } from "../../../../contract/ingest/admin-encoding.ts";
import type { Page, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { encodings } from "../../../db/schema.ts";
import { decodeCursor, encodeCursor, timeKey } from "../../kernel/cursor.ts";
import { Failure } from "../../kernel/failure.ts";
import type { EncodingRow } from "./encoding-row.ts";

/** Encodings, newest first. */
export async function listEncodings(
  db: Db,
  { movie, index, state, cursor, limit = 50 }: ParsedOf<"z/encoding/list">,
): Promise<Page<Encoding>> {
  const after = cursor ? decodeCursor(cursor, timeKey) : null;
  const rows = await db
    .select()
    .from(encodings)
    .where(
      and(
        movie === undefined ? undefined : eq(encodings.movieId, movie),
        index === undefined ? undefined : eq(encodings.episodeIndex, index),
        state === undefined ? undefined : eq(encodings.state, state),
        after
          ? sql`(${encodings.createdAt}, ${encodings.id}) < (${after.key}::timestamptz, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(desc(encodings.createdAt), desc(encodings.id))
    .limit(limit + 1);
  const last = rows.length > limit ? rows[limit - 1]! : null;
  return {
    items: rows.slice(0, limit).map(shown),
    next: last && encodeCursor({ key: last.createdAt.toISOString(), id: last.id }),
  };
}

/** @throws Failure not_found */
export async function readEncoding(db: Db, { id }: { id: string }): Promise<Encoding> {
  const [row] = await db.select().from(encodings).where(eq(encodings.id, id));
  if (!row) throw new Failure("not_found");
  return shown(row);
}

/** A row in the contract's form. */
export function shown(row: EncodingRow): Encoding {
  const { id, movieId, episodeIndex, source, state, phase, progress, leftS, detail, priority, attempts } =
    row;
  return {
    id,
    movie: movieId,
    index: episodeIndex,
    source,
    codecs: row.codecs,
    state,
    phase,
    progress,
    leftS,
    priority,
    attempts,
    problem: row.problem as EncodingProblem | null,
    detail: detail || null,
    notBefore: row.notBefore?.toISOString() ?? null,
    preview: row.previewId !== null && row.state !== "ready",
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
