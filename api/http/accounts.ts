import type { accountCalls } from "../../contract/accounts/account.ts";
import type { adminSetupCalls } from "../../contract/accounts/admin-setup.ts";
import type { adminUserCalls } from "../../contract/accounts/admin-users.ts";
import type { sessionCalls } from "../../contract/accounts/session.ts";
import type { OutputOf } from "../../contract/index.ts";
import { setAvatar, type AvatarDeps } from "../domain/accounts/identity/avatar.ts";
import { endDevice, listDevices } from "../domain/accounts/identity/devices.ts";
import { exportData } from "../domain/accounts/identity/export-data.ts";
import {
  changePassword,
  forgotPassword,
  resetPassword,
  type PasswordDeps,
} from "../domain/accounts/identity/forgotten-password.ts";
import type { NativeHost } from "../domain/accounts/identity/native-host.ts";
import { saveProfile, setDataSaver } from "../domain/accounts/identity/profile.ts";
import { endSession, endSessions, infoOf } from "../domain/accounts/identity/session.ts";
import {
  requireProvenAddress,
  sendSignUpCode,
  type SignUpCodeDeps,
} from "../domain/accounts/identity/sign-up-code.ts";
import { banUser, unbanUser } from "../domain/accounts/users/bans.ts";
import { endDevicesOf } from "../domain/accounts/users/end-devices.ts";
import { exportUsers } from "../domain/accounts/users/export-users.ts";
import { claimSetup, setupState } from "../domain/accounts/users/first-owner.ts";
import { listUsers } from "../domain/accounts/users/list-users.ts";
import { saveUser } from "../domain/accounts/users/save-user.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { requireOpenSignUp } from "../domain/service/settings/save-settings.ts";
import { countUnseen } from "../domain/service/notices/list-notices.ts";
import { pictureMaxBytes, type SettingsStore } from "../domain/service/settings/settings-store.ts";
import { bulkUsers } from "../domain/use-cases/bulk-users.ts";
import { deleteAccount } from "../domain/use-cases/delete-account.ts";
import { loginWithUid } from "../domain/use-cases/login.ts";
import { undoableBulk, undoBulk } from "../domain/use-cases/undo-bulk.ts";
import { userDetail } from "../domain/use-cases/user-detail.ts";
import type { ProvenIdentity } from "../ports/identity.ts";
import type { Handlers } from "./call-context.ts";
import { adminOf, byAdmin, signedIn } from "./callers.ts";

export type AccountsDeps = PasswordDeps &
  AvatarDeps &
  SignUpCodeDeps & {
    nativeHost: NativeHost | null;
    store: SettingsStore;
    /** Writes a user's places that still wait. */
    flushProgress: (uid: string) => Promise<void>;
    /** The day and network of a call as one name that is no address; null for an unknown address. */
    originOf: (call: { address: string; now: Date }) => string | null;
  };
type Call = keyof (typeof sessionCalls &
  typeof accountCalls &
  typeof adminSetupCalls &
  typeof adminUserCalls);

/** Sessions, identities, one's own account, and the users in the admin area. */
export function createAccountsHandlers(deps: AccountsDeps): Pick<Handlers, Call> {
  const { db, identity } = deps;
  return {
    "login/uid": loginHandler(deps),
    "login/token": async ({ token }, { sessionOf, now }) => {
      const { user } = signedIn({ session: await sessionOf(token) });
      return { ...infoOf(user, now), unseen: await countUnseen(db, user.uid) };
    },
    "session/end": async (_input, { session }) => {
      await endSession(db, { tokenHash: signedIn({ session }).tokenHash });
      return {};
    },
    "identity/anonymous": async () => identityOf(await identity.createAnonymous()),
    "identity/sign-in": async (input) => {
      const proven = await identity.signIn(input);
      if (!proven) throw new Failure("bad_credentials");
      return identityOf(proven);
    },
    "identity/sign-up-code": async ({ email }, { locale }) => {
      requireOpenSignUp(deps.store.known().values);
      return sendSignUpCode(deps, { email, locale });
    },
    "identity/sign-up": async ({ email, password, name, guestProof, ticket, code }, { session }) => {
      requireOpenSignUp(deps.store.known().values);
      requireProvenAddress(deps, { email, ticket, code });
      const guestUid = session?.user.anonymous ? session.user.uid : null;
      const proven = await identity.signUp({ email, password, name: name ?? null, guestUid, guestProof });
      if (!proven) throw new Failure("email_taken");
      return identityOf(proven);
    },
    "password/forgot": async ({ email }, { locale }) => {
      forgotPassword(deps, { email, locale });
      return {};
    },
    "password/reset": async (input, { locale }) => {
      await resetPassword(deps, { ...input, locale });
      return {};
    },
    "password/change": async (input, context) => {
      const { user, tokenHash } = signedIn(context);
      const { uid, email } = user;
      await changePassword(deps, { ...input, uid, email, tokenHash, locale: context.locale });
      return {};
    },

    "profile/save": async ({ name }, context) =>
      saveProfile(db, { user: signedIn(context).user, name, now: context.now }),
    "profile/avatar": async ({ key }, context) =>
      setAvatar(
        { ...deps, pictureMaxBytes: pictureMaxBytes(deps.store.known().values) },
        { user: signedIn(context).user, key, now: context.now },
      ),
    "profile/data-saver": async ({ on }, context) => {
      await setDataSaver(db, { uid: signedIn(context).user.uid, on });
      return {};
    },
    "profile/export": async ({ cursor }, context) => exportData(db, { user: signedIn(context).user, cursor }),

    "device/list": async (_input, context) => {
      const { user, tokenHash } = signedIn(context);
      return { items: await listDevices(db, { uid: user.uid, tokenHash, now: context.now }) };
    },
    "device/end": async ({ id }, context) => {
      await endDevice(db, { uid: signedIn(context).user.uid, id, now: deps.clock.now() });
      return {};
    },
    "device/end-others": async (_input, context) => {
      const { user, tokenHash } = signedIn(context);
      const others = { uid: user.uid, except: tokenHash, now: deps.clock.now() };
      return { ended: await endSessions(db, others) };
    },

    "account/delete": async ({ password, proof }, context) => {
      await deleteAccount(deps, { user: signedIn(context).user, password, proof, now: context.now });
      return {};
    },
    ...createUserHandlers(deps),
  };
}

type UserCall = keyof (typeof adminSetupCalls & typeof adminUserCalls);

/** The users in the admin area, and its first owner. */
function createUserHandlers(deps: Pick<AccountsDeps, "db" | "identity">): Pick<Handlers, UserCall> {
  const { db } = deps;
  return {
    "z/setup/state": ({ code }, { now }) => setupState(db, { code, now }),
    "z/setup/claim": ({ code }, { session, now }) =>
      claimSetup(db, { user: signedIn({ session }).user, code, now }),
    "z/user/list": (input, { now }) => listUsers(db, { ...input, now }),
    "z/user/detail": ({ uid }, context) =>
      userDetail(db, { uid, admin: adminOf(context), locale: context.locale, now: context.now }),
    "z/user/save": (input, context) => saveUser(deps, { ...input, ...byAdmin(context) }),
    "z/user/device-end": (input, context) => endDevicesOf(db, { ...input, ...byAdmin(context) }),
    "z/user/ban": (input, context) => banUser(db, { ...input, ...byAdmin(context) }),
    "z/user/unban": (input, context) => unbanUser(db, { ...input, ...byAdmin(context) }),
    "z/user/bulk": (input, context) => bulkUsers(db, { ...input, ...byAdmin(context) }),
    "z/user/undo": (input, context) => undoBulk(db, { ...input, ...byAdmin(context) }),
    "z/user/undoable": (input, context) => undoableBulk(db, { ...input, ...byAdmin(context) }),
    "z/user/export": (input, context) => exportUsers(db, { ...input, ...byAdmin(context) }),
  };
}

function identityOf({ state, proof }: ProvenIdentity): OutputOf<"identity/sign-in"> {
  return { uid: state.uid, proof, name: state.name, avatar: state.avatar };
}

function loginHandler(deps: AccountsDeps): Handlers["login/uid"] {
  return async (input, { bearer, sessionOf, locale, now, userAgent, address }) => {
    const session = bearer ? await sessionOf(bearer) : null;
    const held = bearer && session ? { ...session, token: bearer } : null;
    // A guest's history moves to the account.
    if (held?.user.anonymous)
      await Promise.all([held.user.uid, input.uid].map((uid) => deps.flushProgress(uid)));
    const origin = deps.originOf({ address, now });
    const rules = deps.store.known().values;
    return loginWithUid(deps, { ...input, held, userAgent, locale, origin, now, rules });
  };
}
