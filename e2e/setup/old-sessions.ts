import { eq } from "drizzle-orm";
import type { Db } from "../../api/db/client.ts";
import { sessions, users } from "../../api/db/schema.ts";
import { hashOf } from "../../api/domain/accounts/identity/session.ts";
import { accounts } from "./accounts.ts";

/** Tokens of sessions that were opened long ago, one for each journey that confirms one. */
export const oldSessions = {
  exportScripted: { of: accounts.user.email, token: "a".repeat(43) },
  exportPlain: { of: accounts.user.email, token: "b".repeat(43) },
  levelScripted: { of: accounts.admin.email, token: "c".repeat(43) },
  levelPlain: { of: accounts.admin.email, token: "d".repeat(43) },
};

/** Opens them. */
export async function openOldSessions(db: Db): Promise<void> {
  for (const { of, token } of Object.values(oldSessions)) {
    const [user] = await db.select({ uid: users.uid }).from(users).where(eq(users.email, of));
    const longAgo = new Date(Date.now() - 86_400_000);
    await db.insert(sessions).values({
      tokenHash: hashOf(token),
      uid: user!.uid,
      createdAt: longAgo,
      lastSeenAt: longAgo,
      confirmedAt: longAgo,
      expiresAt: new Date(Date.now() + 86_400_000),
    });
  }
}
