import type { adminUserCalls } from "../../contract/accounts/admin-users.ts";
import type { Db } from "../db/client.ts";
import { banUser, unbanUser } from "../domain/accounts/users/bans.ts";
import { bulkUsers } from "../domain/use-cases/bulk-users.ts";
import { changeVip } from "../domain/commerce/membership/change-vip.ts";
import { endDevicesOf } from "../domain/accounts/users/end-devices.ts";
import { exportUsers } from "../domain/accounts/users/export-users.ts";
import { listUsers } from "../domain/accounts/users/list-users.ts";
import { saveUser } from "../domain/accounts/users/save-user.ts";
import { undoBulk } from "../domain/use-cases/undo-bulk.ts";
import { userDetail } from "../domain/use-cases/user-detail.ts";
import { adminOf } from "./admin-of.ts";
import type { Handlers } from "./call-context.ts";

/** `z/user/…`: contract/accounts/admin-users.ts. */
export function createAdminUserHandlers({ db }: { db: Db }): Pick<Handlers, keyof typeof adminUserCalls> {
  return {
    "z/user/list": (input, { now }) => listUsers(db, { ...input, now }),
    "z/user/detail": ({ uid }, context) =>
      userDetail(db, { uid, admin: adminOf(context), locale: context.locale, now: context.now }),
    "z/user/save": (input, context) => saveUser(db, { ...input, admin: adminOf(context), now: context.now }),
    "z/user/vip": (input, context) => changeVip(db, { ...input, admin: adminOf(context), now: context.now }),
    "z/user/device-end": (input, context) =>
      endDevicesOf(db, { ...input, admin: adminOf(context), now: context.now }),
    "z/user/ban": (input, context) => banUser(db, { ...input, admin: adminOf(context), now: context.now }),
    "z/user/unban": (input, context) =>
      unbanUser(db, { ...input, admin: adminOf(context), now: context.now }),
    "z/user/bulk": (input, context) => bulkUsers(db, { ...input, admin: adminOf(context), now: context.now }),
    "z/user/undo": ({ entry }, context) => undoBulk(db, { entry, admin: adminOf(context), now: context.now }),
    "z/user/export": (input, context) =>
      exportUsers(db, { ...input, admin: adminOf(context), now: context.now }),
  };
}
