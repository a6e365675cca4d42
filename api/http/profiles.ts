import type { profileCalls } from "../../contract/accounts/profiles.ts";
import { listProfiles } from "../domain/accounts/profiles/list-profiles.ts";
import {
  createProfile,
  deleteProfile,
  saveProfileOf,
  setPin,
} from "../domain/accounts/profiles/manage-profiles.ts";
import { switchProfile, type SwitchDeps } from "../domain/accounts/profiles/switch-profile.ts";
import type { CallContext, Handlers } from "./call-context.ts";
import { confirmed, signedIn } from "./callers.ts";

/** The profiles of an account: choosing among them, and changing them. */
export function createProfileHandlers(deps: SwitchDeps): Pick<Handlers, keyof typeof profileCalls> {
  const { db } = deps;
  const chooser = (context: CallContext) => ({
    session: signedIn(context),
    byProof: deps.identity.kind !== "local",
    now: context.now,
  });
  const by = (context: CallContext) => ({ session: signedIn(context), now: context.now });
  return {
    "profiles/list": (_input, context) => listProfiles(db, chooser(context)),
    "profiles/open": (input, context) => switchProfile(deps, { ...input, ...chooser(context) }),
    "profiles/create": (input, context) => createProfile(db, { ...input, ...by(context) }),
    "profiles/save": async (input, context) => {
      await saveProfileOf(db, { ...input, ...by(context) });
      return {};
    },
    "profiles/pin": async (input, context) => {
      await setPin(deps, { ...input, session: confirmed(context) });
      return {};
    },
    "profiles/delete": async ({ id }, context) => {
      await deleteProfile(db, { id, session: confirmed(context) });
      return {};
    },
  };
}
