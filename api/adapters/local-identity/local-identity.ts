import { availableParallelism } from "node:os";
import { eq } from "drizzle-orm";
import { defaultPasswordPolicy } from "../../../contract/accounts/password-policy.ts";
import type { Db } from "../../db/client.ts";
import { localIdentities, passwordResets, signInLinks } from "../../db/schema.ts";
import type { Clock } from "../../ports/clock.ts";
import type { IdentityProvider } from "../../ports/identity.ts";
import { create, createGuest, find, findByEmail, stateOf, upgrade, type Row } from "./accounts.ts";
import { createAddresses } from "./addresses.ts";
import { createExternalIdentities } from "./external-identities.ts";
import { createPasswordHasher, hashOfNothing } from "./password-hasher.ts";
import { createPasswordResets } from "./password-resets.ts";
import { createProofs } from "./proofs.ts";
import { createSignInLinks } from "./sign-in-links.ts";

/** A hash takes some 30 ms, so the last in the queue waits a second. */
const mostWaiting = 32;

/**
 * The embedded identity provider: accounts in the same database, argon2id, and short-lived signed tokens as proofs.
 * @param secret at least 32 bytes; signs proofs
 * @param busy makes the error for a caller when too many passwords wait for hashing
 */
export function createLocalIdentity({
  db,
  secret,
  clock,
  busy,
}: {
  db: Db;
  secret: Uint8Array;
  clock: Clock;
  busy: () => Error;
}): IdentityProvider {
  // At most two hashes at once; one processor stays free for other work.
  const atOnce = availableParallelism() > 2 ? 2 : 1;
  const { hash: hashPassword, verify: verifyPassword } = createPasswordHasher({ atOnce, mostWaiting, busy });
  // Verified against when the account does not exist, so that both answers take the same time.
  const decoy = hashOfNothing();

  const proofs = createProofs({ db, secret, clock });
  const { prove } = proofs;
  const matches = (row: Row | undefined, password: string) =>
    verifyPassword(password, row?.passwordHash ?? decoy);

  return {
    kind: "local",
    addresses: createAddresses(db),
    passwordPolicy: () => defaultPasswordPolicy,
    ...createPasswordResets({ db, clock, hashPassword }),
    links: createSignInLinks({ db, clock, prove }),
    external: createExternalIdentities({ db, clock, prove }),

    verify: proofs.verify,

    createAnonymous: async () => prove(await createGuest(db)),

    async signIn({ email, password }) {
      const row = await findByEmail(db, email);
      return (await matches(row, password)) && row ? prove(row) : null;
    },

    async signUp({ email, password, name, guestUid }) {
      // Hash and verify in both cases, so that the work does not depend on whether the account exists.
      const passwordHash = await hashPassword(password);
      const known = await findByEmail(db, email);
      const same = await matches(known, password);
      // A repeated form, or a user who already has an account: the password proves the owner.
      if (known) return same ? prove(known) : null;
      const account = { email, passwordHash, name };
      const saved = (guestUid ? await upgrade(db, guestUid, account) : null) ?? (await create(db, account));
      if (saved) return prove(saved);
      // Another request created the account first, perhaps a second click of the same user.
      const faster = await findByEmail(db, email);
      return (await matches(faster, password)) && faster ? prove(faster) : null;
    },

    isKnown: async (email) => (await findByEmail(db, email)) !== undefined,

    async changePassword({ uid, current, password }) {
      const row = await find(db, uid);
      if (!(await matches(row, current)) || !row) return false;
      const passwordHash = await hashPassword(password);
      await db.transaction(async (tx) => {
        await tx.update(localIdentities).set({ passwordHash }).where(eq(localIdentities.uid, uid));
        await tx.delete(passwordResets).where(eq(passwordResets.uid, uid));
        await tx.delete(signInLinks).where(eq(signInLinks.uid, uid));
      });
      return true;
    },

    async confirmOwner({ uid, password }) {
      const row = await find(db, uid);
      const isGuest = !row || stateOf(row).anonymous;
      const known = isGuest || (password !== undefined && (await matches(row, password)));
      // The account is in this database, so the code that removes a user's rows removes it too.
      return known ? { erase: async () => {} } : null;
    },
  };
}
