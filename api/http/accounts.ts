import type { addressCalls } from "../../contract/accounts/address.ts";
import type { accountCalls } from "../../contract/accounts/account.ts";
import type { factorCalls } from "../../contract/accounts/factors.ts";
import type { adminSetupCalls } from "../../contract/accounts/admin-setup.ts";
import type { adminUserCalls } from "../../contract/accounts/admin-users.ts";
import type { oidcCalls } from "../../contract/accounts/oidc.ts";
import type { passkeyCalls } from "../../contract/accounts/passkeys.ts";
import type { sessionCalls } from "../../contract/accounts/session.ts";
import type { signInCalls } from "../../contract/accounts/sign-in.ts";
import { setAvatar } from "../domain/accounts/identity/avatar.ts";
import { endDevice, listDevices } from "../domain/accounts/identity/devices.ts";
import { exportData } from "../domain/accounts/identity/export-data.ts";
import {
  changePassword,
  forgotPassword,
  resetPassword,
} from "../domain/accounts/identity/forgotten-password.ts";
import {
  addressState,
  changeAddress,
  confirmAddress,
  sendAddressCode,
} from "../domain/accounts/identity/own-address.ts";
import { saveProfile, setDataSaver } from "../domain/accounts/identity/profile.ts";
import { endSession, endSessions, infoOfSession } from "../domain/accounts/identity/session.ts";
import { requireProvenAddress, sendSignUpCode } from "../domain/accounts/identity/sign-up-code.ts";
import { banUser, unbanUser } from "../domain/accounts/users/bans.ts";
import { endDevicesOf } from "../domain/accounts/users/end-devices.ts";
import { exportUsers } from "../domain/accounts/users/export-users.ts";
import { claimSetup, setupState } from "../domain/accounts/users/first-owner.ts";
import { listUsers } from "../domain/accounts/users/list-users.ts";
import { saveUser } from "../domain/accounts/users/save-user.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { requireOpenSignUp } from "../domain/service/settings/save-settings.ts";
import { countUnseen } from "../domain/service/notices/list-notices.ts";
import { pictureMaxBytes } from "../domain/service/settings/settings-store.ts";
import { bulkUsers } from "../domain/use-cases/bulk-users.ts";
import { deleteAccount } from "../domain/use-cases/delete-account.ts";
import { loginWithUid } from "../domain/use-cases/login.ts";
import { undoableBulk, undoBulk } from "../domain/use-cases/undo-bulk.ts";
import { userDetail } from "../domain/use-cases/user-detail.ts";
import type { Handlers } from "./call-context.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { callerOf } from "./caller-of.ts";
import { adminOf, byAdmin, byConfirmedAdmin, confirmed, signedIn, wasConfirmed } from "./callers.ts";
import { createFactorHandlers, needsFactor } from "./factors.ts";
import { createOidcHandlers } from "./oidc.ts";
import { createPasskeyHandlers } from "./passkeys.ts";
import { createSignInHandlers, identityOf } from "./sign-in-ways.ts";

type Call = keyof (typeof sessionCalls &
  typeof addressCalls &
  typeof accountCalls &
  typeof signInCalls &
  typeof passkeyCalls &
  typeof oidcCalls &
  typeof factorCalls &
  typeof adminSetupCalls &
  typeof adminUserCalls);

/** Sessions, identities, one's own account, and the users in the admin area. */
export function createAccountsHandlers(deps: AccountsDeps): Pick<Handlers, Call> {
  const { db, identity } = deps;
  return {
    "login/uid": loginHandler(deps),
    "login/token": async ({ token }, { sessionOf, now }) => {
      const session = signedIn({ session: await sessionOf(token) });
      const { user, profile } = session;
      const [unseen, factor_needed] = await Promise.all([
        profile?.restricted ? 0 : countUnseen(db, user.uid),
        needsFactor(deps, user),
      ]);
      return { ...infoOfSession(session, now), unseen, factor_needed };
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
      const rules = deps.store.known().values;
      requireOpenSignUp(rules);
      return sendSignUpCode(deps, { email, locale, rules });
    },
    "identity/sign-up": async ({ email, password, name, guestProof, ticket, code }, { session }) => {
      const rules = deps.store.known().values;
      requireOpenSignUp(rules);
      const isProven = requireProvenAddress(deps, { email, ticket, code, rules });
      const guestUid = session?.user.anonymous ? session.user.uid : null;
      const proven = await identity.signUp({ email, password, name: name ?? null, guestUid, guestProof });
      if (!proven) throw new Failure("email_taken");
      if (isProven) await identity.addresses?.confirm({ uid: proven.state.uid, email });
      return identityOf(proven);
    },
    ...createPasswordHandlers(deps),

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
    "profile/export": async ({ cursor }, context) =>
      exportData(db, { user: confirmed(context, { cursor }).user, cursor }),

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

    ...createAddressHandlers(deps),
    "account/delete": deletionHandler(deps),
    ...createFactorHandlers(deps),
    ...createSignInHandlers(deps),
    ...createPasskeyHandlers(deps),
    ...createOidcHandlers(deps),
    ...createUserHandlers(deps),
  };
}

/** Passwords that are forgotten, and changed. */
function createPasswordHandlers(
  deps: AccountsDeps,
): Pick<Handlers, "password/forgot" | "password/reset" | "password/change"> {
  return {
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
  };
}

/** The account's own e-mail address. */
function createAddressHandlers(deps: AccountsDeps): Pick<Handlers, keyof typeof addressCalls> {
  const rules = () => deps.store.known().values;
  return {
    "address/state": (_input, context) => addressState(deps, signedIn(context).user),
    "address/send": async ({ email }, context) => {
      const session = (email === undefined ? signedIn : confirmed)(context);
      return sendAddressCode(deps, { session, locale: context.locale, rules: rules(), email });
    },
    "address/confirm": async (input, context) => {
      await confirmAddress(deps, { ...input, session: signedIn(context) });
      return {};
    },
    "address/change": async (input, context) => {
      const session = confirmed(context);
      await changeAddress(deps, { ...input, session, locale: context.locale, rules: rules() });
      return {};
    },
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
    "z/user/save": (input, context) =>
      saveUser(db, { ...input, ...byAdmin(context), isConfirmed: wasConfirmed(context) }),
    "z/user/device-end": (input, context) => endDevicesOf(db, { ...input, ...byAdmin(context) }),
    "z/user/ban": (input, context) => banUser(db, { ...input, ...byAdmin(context) }),
    "z/user/unban": (input, context) => unbanUser(db, { ...input, ...byAdmin(context) }),
    "z/user/bulk": (input, context) => {
      const changesLevels = input.action.kind === "level-none" && !input.dryRun;
      return bulkUsers(db, { ...input, ...(changesLevels ? byConfirmedAdmin : byAdmin)(context) });
    },
    "z/user/undo": (input, context) =>
      undoBulk(db, { ...input, ...byAdmin(context), isConfirmed: wasConfirmed(context) }),
    "z/user/undoable": (input, context) => undoableBulk(db, { ...input, ...byAdmin(context) }),
    "z/user/export": (input, context) => exportUsers(db, { ...input, ...byConfirmedAdmin(context, input) }),
  };
}

function loginHandler(deps: AccountsDeps): Handlers["login/uid"] {
  return async (input, context) => {
    const caller = await callerOf(deps, context);
    if (caller.held?.user.anonymous) await deps.flushProgress(input.uid);
    return loginWithUid(deps, { ...input, ...caller });
  };
}

/** A password, or a proof, is a confirmation of its own. */
function deletionHandler(deps: AccountsDeps): Handlers["account/delete"] {
  return async ({ password, proof }, context) => {
    const isConfirmed = password === undefined && proof === undefined;
    const { user } = isConfirmed ? confirmed(context) : signedIn(context);
    await deleteAccount(deps, { user, password, proof, isConfirmed, now: context.now });
    return {};
  };
}
