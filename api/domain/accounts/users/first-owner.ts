import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { OutputOf, UserInfo } from "../../../../contract/index.ts";
import { adminLevels, levelName } from "../../../../contract/accounts/permissions.ts";
import type { Db } from "../../../db/client.ts";
import { serviceFacts, users } from "../../../db/schema.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { Failure } from "../../kernel/failure.ts";
import { infoOf } from "../identity/session.ts";
import type { User } from "../../kernel/user.ts";
import { lockOwners } from "./owners.ts";

/** Hours a set-up link is valid. */
export const setupHours = 24;
/** Processes that start together each announce a link of their own. Beyond this number the oldest code is removed. */
const mostCodes = 5;
const factKey = "setup";

type Code = { hash: string; expiresAt: string };

/**
 * Creates a code for the one-time set-up link while the service has no owner. Only its hash is stored.
 * @returns 192 random bits, base64url; null if there is an owner
 */
export async function openSetup(db: Db, { now }: { now: Date }): Promise<string | null> {
  return db.transaction(async (tx) => {
    if ((await lockOwners(tx)).length > 0) return null;
    const code = randomBytes(24).toString("base64url");
    const expiresAt = new Date(now.getTime() + setupHours * 3_600_000).toISOString();
    // The row is there before it is locked, so that processes that start together keep each other's codes.
    await tx.insert(serviceFacts).values({ key: factKey, value: [], at: now }).onConflictDoNothing();
    const known = await readCodes(tx, now, "lock");
    const codes = [...known, { hash: hashOf(code), expiresAt }].slice(-mostCodes);
    await tx.update(serviceFacts).set({ value: codes, at: now }).where(eq(serviceFacts.key, factKey));
    return code;
  });
}

/** Whether the service waits for its first owner, and whether a given code is valid. */
export async function setupState(
  db: Db,
  { code, now }: { code: string | undefined; now: Date },
): Promise<OutputOf<"z/setup/state">> {
  const [owner] = await db
    .select({ uid: users.uid })
    .from(users)
    .where(sql`${users.admin} >= ${adminLevels.owner}`)
    .limit(1);
  if (owner) return { needed: false, valid: code === undefined ? null : false };
  const valid = code === undefined ? null : isOneOf(await readCodes(db, now), code);
  return { needed: true, valid };
}

/**
 * Makes a member the first owner. All codes become invalid.
 * @throws Failure forbidden for a guest, who could not sign in again · bad_code
 */
export async function claimSetup(
  db: Db,
  { user, code, now }: { user: User; code: string; now: Date },
): Promise<UserInfo> {
  if (user.anonymous) throw new Failure("forbidden");
  return db.transaction(async (tx) => {
    // Locked: of two users with the link at the same moment, only one becomes the owner.
    const codes = await readCodes(tx, now, "lock");
    const owners = await lockOwners(tx);
    if (owners.length > 0 || !isOneOf(codes, code)) throw new Failure("bad_code");
    await tx.delete(serviceFacts).where(eq(serviceFacts.key, factKey));
    const [saved] = await tx
      .update(users)
      .set({ admin: adminLevels.owner, revision: sql`${users.revision} + 1` })
      .where(eq(users.uid, user.uid))
      .returning();
    if (!saved) throw new Failure("unauthorised");
    await recordAudit(tx, {
      actor: actorOf(user),
      action: "z/setup/claim",
      target: { kind: "user", id: user.uid },
      before: { level: levelName(user.admin) },
      after: { level: "owner" },
      now,
    });
    return infoOf(saved, now);
  });
}

async function readCodes(db: Db, now: Date, lock?: "lock"): Promise<Code[]> {
  const query = db
    .select({ value: serviceFacts.value })
    .from(serviceFacts)
    .where(eq(serviceFacts.key, factKey));
  const [row] = await (lock ? query.for("update") : query);
  const codes = (row?.value ?? []) as Code[];
  return codes.filter(({ expiresAt }) => new Date(expiresAt) > now);
}

function isOneOf(codes: Code[], code: string): boolean {
  const hash = Buffer.from(hashOf(code), "hex");
  return codes.filter((known) => timingSafeEqual(Buffer.from(known.hash, "hex"), hash)).length > 0;
}

function hashOf(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
