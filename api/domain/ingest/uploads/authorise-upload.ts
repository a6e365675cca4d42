import { eq } from "drizzle-orm";
import type { UploadGrant, UploadPurpose } from "../../../ports/storage.ts";
import { isPermitted } from "../../../../contract/accounts/permissions.ts";
import type { Db } from "../../../db/client.ts";
import { sessions, users } from "../../../db/schema.ts";
import { deviceId } from "../../accounts/identity/devices.ts";
import type { User } from "../../kernel/user.ts";
import { refuseBanned } from "../../accounts/users/bans.ts";
import { Failure } from "../../kernel/failure.ts";

/**
 * Reads the upload grant of a form, and checks whether it is still valid. Null for no grant, a forged one, and an
 * expired one.
 */
export type ReadGrant = (fields: Record<string, string>, now: Date) => Promise<UploadGrant | null>;

/** Any user may send pictures; files for the service require the permission to change the catalogue. */
export function mayUpload({ admin }: Pick<User, "admin">, purpose: UploadPurpose): boolean {
  return purpose === "picture" || isPermitted(admin, "catalogue.write");
}

/**
 * A form is valid for an hour, and its sender may lose the level, be banned or be signed out meanwhile. So each request
 * checks again.
 * @throws Failure forbidden · banned
 */
export async function authoriseUpload(db: Db, grant: UploadGrant, now: Date): Promise<void> {
  const open = await db
    .select({ admin: users.admin, tokenHash: sessions.tokenHash, expiresAt: sessions.expiresAt })
    .from(users)
    .innerJoin(sessions, eq(sessions.uid, users.uid))
    .where(eq(users.uid, grant.uid));
  const session = open.find(({ tokenHash }) => deviceId(tokenHash) === grant.session);
  if (!session || session.expiresAt <= now || !mayUpload(session, grant.purpose))
    throw new Failure("forbidden");
  await refuseBanned(db, { uid: grant.uid, now });
}
