import { and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { adminLevels } from "../../../contract/accounts/permissions.ts";
import type { Db } from "../../db/client.ts";
import {
  auditEntries,
  bans,
  codeBatches,
  coupons,
  feedback,
  firebaseGuests,
  gifts,
  localIdentities,
  magnets,
  membershipEvents,
  movieImports,
  orders,
  refunds,
  settingChanges,
  statEvents,
  textPages,
  uploads,
  users,
} from "../../db/schema.ts";
import type { IdentityProvider } from "../../ports/identity.ts";
import { forgetActor } from "../service/audit/record-audit.ts";
import { invalidField } from "../kernel/failure.ts";
import { lockOwners, refuseLastOwner } from "../accounts/users/owners.ts";
import { removeAvatar, type AvatarDeps } from "../accounts/identity/avatar.ts";
import { removeUpload } from "../service/files/remove-upload.ts";
import type { User } from "../kernel/user.ts";

/**
 * Deletes an account: removes the user's own data, and anonymises data that others need (`personalColumns`). All or
 * nothing, at the identity provider as well. Every session ends.
 * @throws Failure invalid if the password is wrong · last_owner: no owner would be left to appoint another one
 */
export async function deleteAccount(
  deps: Omit<AvatarDeps, "pictures"> & { identity: IdentityProvider },
  {
    user,
    password,
    proof,
    isConfirmed = false,
    now,
  }: {
    user: User;
    password: string | undefined;
    proof: string | undefined;
    /** The session was confirmed lately. Another provider still wants the password, to delete its own account. */
    isConfirmed?: boolean;
    now: Date;
  },
): Promise<void> {
  const { uid, email } = user;
  const owner =
    isConfirmed && deps.identity.kind === "local"
      ? { erase: async () => {} }
      : await deps.identity.confirmOwner({ uid, email, password, proof });
  if (!owner) throw invalidField("password", password ? "wrong" : "required");
  const isAdmin = user.admin > 0;
  const sent = await deps.db.select({ key: uploads.key }).from(uploads).where(eq(uploads.uid, uid));
  await deps.db.transaction(async (tx) => {
    if (user.admin >= adminLevels.owner)
      await refuseLastOwner(tx, { owners: await lockOwners(tx), leaving: uid, now });
    await forget(tx, uid);
    // If the embedded identity provider has this account, its row is in the same database.
    await tx.delete(localIdentities).where(eq(localIdentities.uid, uid));
    await tx.delete(firebaseGuests).where(eq(firebaseGuests.uid, uid));
    // Also deletes sessions, list, history and messages.
    await tx.delete(users).where(eq(users.uid, uid));
    await owner.erase();
  });
  // Removing files can't be rolled back, so it comes after everything that can fail.
  await removeAvatar(deps, user.avatar);
  if (!isAdmin) for (const { key } of sent) await removeUpload(deps, { uid: "", key });
}

async function forget(tx: Db, uid: string): Promise<void> {
  await tx.update(statEvents).set({ uid: null }).where(eq(statEvents.uid, uid));
  await tx.update(textPages).set({ updatedBy: null }).where(eq(textPages.updatedBy, uid));
  await tx.update(feedback).set({ repliedBy: null }).where(eq(feedback.repliedBy, uid));
  await tx.update(uploads).set({ uid: "" }).where(eq(uploads.uid, uid));
  await tx.update(bans).set({ bannedBy: null }).where(eq(bans.bannedBy, uid));
  await tx.update(membershipEvents).set({ grantedBy: null }).where(eq(membershipEvents.grantedBy, uid));
  await tx.update(settingChanges).set({ changedBy: null }).where(eq(settingChanges.changedBy, uid));
  await tx
    .update(gifts)
    .set({ email: null, message: null })
    .where(
      and(
        inArray(gifts.number, tx.select({ number: orders.number }).from(orders).where(eq(orders.uid, uid))),
        or(isNotNull(gifts.mailedAt), isNull(gifts.email)),
      ),
    );
  // Payments stay without a user: deleting the account clears the order's uid, and this clears everything else that
  // names the user.
  await tx
    .update(orders)
    .set({ key: sql`'gone:' || ${orders.number}` })
    .where(eq(orders.uid, uid));
  await tx.update(refunds).set({ refundedBy: null }).where(eq(refunds.refundedBy, uid));
  await tx.update(coupons).set({ madeBy: null }).where(eq(coupons.madeBy, uid));
  await tx.update(codeBatches).set({ madeBy: null }).where(eq(codeBatches.madeBy, uid));
  await forgetActor(tx, { uid });
  // Their names stay, as the record of who declared the right.
  await tx.update(magnets).set({ rightsUid: null }).where(eq(magnets.rightsUid, uid));
  await tx.update(movieImports).set({ actorUid: null }).where(eq(movieImports.actorUid, uid));
  await tx.update(magnets).set({ chosenUid: null }).where(eq(magnets.chosenUid, uid));
  // The log keeps that something was done to the account, but not the account's name or address.
  await tx
    .update(auditEntries)
    .set({
      before: sql`${auditEntries.before} - 'name' - 'email'`,
      after: sql`${auditEntries.after} - 'name' - 'email'`,
    })
    .where(and(eq(auditEntries.targetKind, "user"), eq(auditEntries.targetId, uid)));
}
