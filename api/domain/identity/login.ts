import { eq, sql } from "drizzle-orm";
import type { UserInfo } from "../../../contract/index.ts";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema.ts";
import type { IdentityProvider, IdentityState } from "../../ports/identity.ts";
import { Failure } from "../failure.ts";
import { mergeFeedback } from "../feedback/read-feedback.ts";
import { mergeFavourites } from "../my-list/favourites.ts";
import { mergeProgress } from "../playback/progress.ts";
import type { NativeHost } from "./native-host.ts";
import { findSession, infoOf, openSession, type Session } from "./session.ts";

type Deps = { db: Db; identity: IdentityProvider; nativeHost: NativeHost | null };

/**
 * Exchanges a uid and a proof of it for a session. A bare uid opens nothing.
 * What a guest has watched and put on the list moves along when `guest` is the session the caller had until now.
 * @throws Failure unauthorised when the proof is missing, expired, or another uid's
 */
export async function loginWithUid(
  deps: Deps,
  input: { uid: string; proof?: string; guest: Session | null; userAgent: string; now: Date },
): Promise<{ token: string; info: UserInfo }> {
  const state = input.proof
    ? await verify(deps, { uid: input.uid, proof: input.proof, now: input.now })
    : null;
  if (!state) throw new Failure("unauthorised");
  const user = await deps.db.transaction(async (tx) => {
    const saved = await upsertUser(tx, state);
    if (input.guest?.user.anonymous && input.guest.user.uid !== saved.uid) {
      const move = { from: input.guest.user.uid, to: saved.uid };
      await mergeProgress(tx, move);
      await mergeFavourites(tx, move);
      await mergeFeedback(tx, move);
    }
    return saved;
  });
  const token = await openSession(deps.db, { uid: user.uid, userAgent: input.userAgent, now: input.now });
  return { token, info: infoOf(user, input.now) };
}

/**
 * The user info of a token.
 * @throws Failure unauthorised for a token that opens nothing
 */
export async function loginWithToken(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<UserInfo> {
  const session = await findSession(db, { token, now });
  if (!session) throw new Failure("unauthorised");
  return infoOf(session.user, now);
}

async function verify(
  deps: Deps,
  claim: { uid: string; proof: string; now: Date },
): Promise<IdentityState | null> {
  return deps.nativeHost?.verify(claim) ?? deps.identity.verify(claim);
}

/** The provider's word on name, avatar and e-mail is taken where it has one; what it doesn't know stays. */
async function upsertUser(db: Db, state: IdentityState): Promise<Session["user"]> {
  const { uid, anonymous, name, avatar, email } = state;
  await db
    .insert(users)
    .values({ uid, anonymous, name, avatar, email })
    .onConflictDoUpdate({
      target: users.uid,
      set: {
        anonymous,
        name: sql`coalesce(excluded.name, ${users.name})`,
        avatar: sql`coalesce(excluded.avatar, ${users.avatar})`,
        email: sql`coalesce(excluded.email, ${users.email})`,
      },
    });
  const [user] = await db.select().from(users).where(eq(users.uid, uid)).limit(1);
  return user!;
}
