import { eq } from "drizzle-orm";
import type { UserInfo } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { users } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import { infoOf } from "./session.ts";
import type { User } from "../../kernel/user.ts";

/**
 * Sets an account's name. From then on the identity provider's name is ignored.
 * @throws Failure forbidden for a guest, because the name would be lost with the guest
 */
export async function saveProfile(
  db: Db,
  { user, name, now }: { user: User; name: string; now: Date },
): Promise<UserInfo> {
  if (user.anonymous) throw new Failure("forbidden");
  const [saved] = await db
    .update(users)
    .set({ name, profileEdited: true })
    .where(eq(users.uid, user.uid))
    .returning();
  if (!saved) throw new Failure("unauthorised");
  return infoOf(saved, now);
}

/** Sets whether the user wants as little prefetch as possible. */
export async function setDataSaver(db: Db, { uid, on }: { uid: string; on: boolean }): Promise<void> {
  await db.update(users).set({ dataSaver: on }).where(eq(users.uid, uid));
}
