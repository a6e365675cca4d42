import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { mostMagnetLines } from "../../../../contract/ingest/admin-magnets.ts";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { magnets } from "../../../db/schema.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { requireRoom } from "../../service/files/room.ts";
import { shownName } from "./magnet-row.ts";
import { requireOn, type ServiceDeps } from "./magnet-service.ts";
import { parseMagnet, type ParsedMagnet } from "./parse-magnet.ts";

type Line = OutputOf<"z/magnet/add">["lines"][number];
type By = { admin: User; now: Date };

/**
 * Adds pasted magnet links, one per line. Known content is reported as such. The sender declares the right to download
 * and show the content, which is recorded with each link.
 * @throws Failure magnets_off · storage_full · invalid without `rights`, for no links, and for too many lines
 */
export async function addMagnets(
  deps: ServiceDeps & { db: Db; allows: (host: string) => boolean },
  { text, rights, admin, now }: ParsedOf<"z/magnet/add"> & By,
): Promise<Line[]> {
  requireOn(deps);
  if (!rights) throw invalidField("rights", "required");
  const pasted = text
    .split(/\r\n|\r|\n/)
    .map((line, at) => ({ line: at + 1, text: line.trim() }))
    .filter((line) => line.text !== "");
  if (pasted.length === 0) throw invalidField("text", "required");
  if (pasted.length > mostMagnetLines) throw invalidField("text", "too_big");
  await requireRoom(deps.dataDir, { bytes: 0, free: deps.free });
  const lines: Line[] = [];
  for (const one of pasted) {
    const parsed = parseMagnet(one.text, deps);
    const said = { line: one.line, text: shownName(one.text, 120) };
    lines.push(
      "refusal" in parsed
        ? { ...said, outcome: "invalid", refusal: parsed.refusal, magnet: null }
        : { ...said, refusal: null, ...(await addOne(deps.db, parsed, { admin, now })) },
    );
  }
  return lines;
}

async function addOne(
  db: Db,
  parsed: ParsedMagnet,
  { admin, now }: By,
): Promise<Pick<Line, "outcome" | "magnet">> {
  const { infohash, sources, dropped } = parsed;
  const actor = actorOf(admin);
  return db.transaction(async (tx) => {
    const [added] = await tx
      .insert(magnets)
      .values({
        id: randomUUID(),
        infohash,
        name: parsed.name || infohash,
        sources,
        dropped,
        state: "waiting-metadata",
        rightsUid: actor.uid,
        rightsName: actor.name,
        rightsAt: now,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: magnets.infohash })
      .returning();
    const row = added ?? (await tx.select().from(magnets).where(eq(magnets.infohash, infohash)))[0]!;
    const { id, name, state } = row;
    if (added)
      await recordAudit(tx, {
        actor,
        action: "z/magnet/add",
        target: { kind: "magnet", id },
        before: null,
        after: { infohash, name, state, rights: true },
        now,
      });
    return { outcome: added ? "added" : "duplicate", magnet: { id, name, state } };
  });
}
