import {
  changePassword,
  forgotPassword,
  resetPassword,
  type PasswordDeps,
} from "../domain/accounts/identity/forgotten-password.ts";
import { setAvatar, type AvatarDeps } from "../domain/accounts/identity/avatar.ts";
import { deleteAccount } from "../domain/use-cases/delete-account.ts";
import { endDevice, listDevices } from "../domain/accounts/identity/devices.ts";
import { exportData } from "../domain/accounts/identity/export-data.ts";
import { saveProfile, setDataSaver } from "../domain/accounts/identity/profile.ts";
import { endSessions } from "../domain/accounts/identity/session.ts";
import { Failure } from "../domain/kernel/failure.ts";
import type { accountCalls } from "../../contract/accounts/account.ts";
import type { CallContext, Handlers } from "./call-context.ts";

export type AccountDeps = PasswordDeps & AvatarDeps & { settings: { pictureMaxBytes: number } };

/** The calls about the caller's own account: contract/accounts/account.ts. */
export function createAccountHandlers(deps: AccountDeps): Pick<Handlers, keyof typeof accountCalls> {
  const { db } = deps;
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
      const { user, tokenHash } = signed(context);
      const { uid, email } = user;
      await changePassword(deps, { ...input, uid, email, tokenHash, locale: context.locale });
      return {};
    },

    "profile/save": async ({ name }, context) =>
      saveProfile(db, { user: signed(context).user, name, now: context.now }),
    "profile/avatar": async ({ key }, context) =>
      setAvatar(
        { ...deps, pictureMaxBytes: deps.settings.pictureMaxBytes },
        { user: signed(context).user, key, now: context.now },
      ),
    "profile/data-saver": async ({ on }, context) => {
      await setDataSaver(db, { uid: signed(context).user.uid, on });
      return {};
    },
    "profile/export": async ({ cursor }, context) => exportData(db, { user: signed(context).user, cursor }),

    "device/list": async (_input, context) => {
      const { user, tokenHash } = signed(context);
      return { items: await listDevices(db, { uid: user.uid, tokenHash, now: context.now }) };
    },
    "device/end": async ({ id }, context) => {
      await endDevice(db, { uid: signed(context).user.uid, id, now: deps.clock.now() });
      return {};
    },
    "device/end-others": async (_input, context) => {
      const { user, tokenHash } = signed(context);
      const others = { uid: user.uid, except: tokenHash, now: deps.clock.now() };
      return { ended: await endSessions(db, others) };
    },

    "account/delete": async ({ password, proof }, context) => {
      await deleteAccount(deps, { user: signed(context).user, password, proof, now: context.now });
      return {};
    },
  };
}

/** The router already refuses callers without a session; this checks it again where it matters. */
function signed({ session }: CallContext) {
  if (!session) throw new Failure("unauthorised");
  return session;
}
