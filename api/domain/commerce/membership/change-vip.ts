import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { appendMembership, type NewEvent } from "./append-event.ts";
import { lockOneAsAdmin } from "../../accounts/users/lock-users.ts";

const dayS = 86_400;

/**
 * Grants, extends, pauses, resumes or revokes a membership by a ledger line.
 * @throws Failure not_found · forbidden for a user of a higher level than the admin · invalid for an end in the past,
 *   and for a key that was used for another user
 */
export async function changeVip(
  db: Db,
  input: ParsedOf<"z/user/vip"> & { admin: User; now: Date },
): Promise<OutputOf<"z/user/vip">> {
  const { uid, key, reason, now } = input;
  const change = changeOf(input.change, now);
  const tier = "tier" in input.change ? input.change.tier : 1;
  return db.transaction(async (tx) => {
    const { admin, user } = await lockOneAsAdmin(tx, { admin: input.admin, uid, permission: "users.write" });
    const by = actorOf(admin);
    const event = { uid, tier, change, source: "admin", sourceId: key, by, reason, now } as const;
    const { before, after, added } = await appendMembership(tx, event);
    if (added) {
      await recordAudit(tx, {
        actor: by,
        action: "z/user/vip",
        target: { kind: "user", id: uid },
        before: { vip_until: before },
        after: { vip_until: after, ...(tier > 1 && { vip_tier: tier }) },
        reason,
        now,
      });
    }
    return { vip_until: after?.toISOString() ?? null, revision: user.revision + (added ? 1 : 0) };
  });
}

function changeOf(change: ParsedOf<"z/user/vip">["change"], now: Date): NewEvent["change"] {
  if (change.kind === "extend") return { kind: "extend", seconds: change.days * dayS };
  if (change.kind !== "grant") return { kind: change.kind };
  const until = new Date(change.until);
  if (until <= now) throw invalidField("change.until", "too_small");
  return { kind: "grant", until };
}
