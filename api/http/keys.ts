import type { adminKeyCalls } from "../../contract/accounts/admin-keys.ts";
import type { Db } from "../db/client.ts";
import { createKey } from "../domain/accounts/keys/create-key.ts";
import { listKeys } from "../domain/accounts/keys/list-keys.ts";
import { revokeKey } from "../domain/accounts/keys/revoke-key.ts";
import type { Handlers } from "./call-context.ts";
import { byAdmin, byConfirmedAdmin } from "./callers.ts";

/** Keys by which other software makes the calls of admins. */
export function createKeyHandlers(db: Db): Pick<Handlers, keyof typeof adminKeyCalls> {
  return {
    "z/key/list": (input, { now }) => listKeys(db, { ...input, now }),
    "z/key/create": (input, context) => createKey(db, { ...input, ...byConfirmedAdmin(context) }),
    "z/key/revoke": async (input, context) => {
      await revokeKey(db, { ...input, ...byAdmin(context) });
      return {};
    },
  };
}
