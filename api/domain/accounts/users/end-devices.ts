import type { ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { endDevice } from "../identity/devices.ts";
import { endSessions } from "../identity/session.ts";
import type { User } from "../../kernel/user.ts";
import { lockOneAsAdmin } from "./lock-users.ts";

/**
 * Signs one or all of a user's devices out.
 * @throws Failure not_found, also for another user's device · forbidden for a user of a higher level than the admin
 */
export async function endDevicesOf(
  db: Db,
  input: ParsedOf<"z/user/device-end"> & { admin: User; now: Date },
): Promise<{ ended: number }> {
  const { uid, id, reason, now } = input;
  return db.transaction(async (tx) => {
    const { admin } = await lockOneAsAdmin(tx, { admin: input.admin, uid, permission: "users.write" });
    if (id !== undefined) await endDevice(tx, { uid, id, now });
    const ended = id === undefined ? await endSessions(tx, { uid, now }) : 1;
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "z/user/device-end",
      target: { kind: "user", id: uid },
      before: { devices: id ?? "all" },
      after: { ended },
      reason,
      now,
    });
    return { ended };
  });
}
