import { randomUUID } from "node:crypto";
import { count, eq } from "drizzle-orm";
import type { Db } from "../api/db/client.ts";
import { membershipEvents, users } from "../api/db/schema.ts";
import { dayMs } from "../api/domain/kernel/day.ts";
import { createRandom } from "./scenes/random.ts";

/** Days over which they joined. */
const days = 60;
const size = 180;

/**
 * Guests of the demo, some of whom became members and a few VIPs. They are marked as demo accounts, have no password
 * and no address, and are removed with the other demo accounts (`removeDemoAccounts`).
 */
export async function seedAudience(db: Db, now: Date): Promise<void> {
  const [known] = await db
    .select({ uid: users.uid })
    .from(users)
    .where(eq(users.uid, uidOf(0)));
  if (known) return;
  const [all] = await db.select({ number: count() }).from(users);
  // A service with real users needs no invented ones.
  if ((all?.number ?? 0) > 10) return;
  const random = createRandom(20_261_121, "audience");
  const people = Array.from({ length: size }, (_, n) => {
    const createdAt = new Date(now.getTime() - days * dayMs * (1 - (n + random.range(0, 1)) / size) ** 1.15);
    const joins = random.chance(0.34);
    const joined = new Date(createdAt.getTime() + random.range(0, 6) * dayMs);
    const joinedAt = joins && joined < now ? joined : null;
    const vip = joinedAt !== null && random.chance(0.24);
    return {
      uid: uidOf(n),
      anonymous: joinedAt === null,
      name: joinedAt ? `Demo ${String(n + 1).padStart(3, "0")}` : null,
      demo: true,
      createdAt,
      joinedAt,
      lastSeenAt: joinedAt ?? createdAt,
      vipUntil: vip ? new Date(joinedAt.getTime() + 30 * dayMs) : null,
    };
  });
  await db.transaction(async (tx) => {
    await tx.insert(users).values(people);
    const vips = people.filter(({ vipUntil }) => vipUntil !== null);
    if (vips.length === 0) return;
    await tx.insert(membershipEvents).values(
      vips.map(({ uid, joinedAt, vipUntil }) => ({
        id: randomUUID(),
        uid,
        at: joinedAt!,
        kind: "grant" as const,
        until: vipUntil,
        source: "trial" as const,
        sourceId: `demo ${uid}`,
        result: vipUntil,
      })),
    );
  });
}

function uidOf(n: number): string {
  return `demo-audience-${String(n + 1).padStart(3, "0")}`;
}
