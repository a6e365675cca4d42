import { z } from "zod";
import { get, post } from "../call.ts";
import { tier, uid, userName } from "../fields.ts";
import { banReasons, mostDays, mostUsersAtOnce, userRoles, userStatuses, vipStates } from "./values.ts";
import { inSeason, page, seasonCount } from "../models.ts";
import { adminLevelNames } from "./permissions.ts";
import { device } from "./account.ts";
import { auditEntry, undoable } from "../service/admin-audit.ts";
import {
  actor,
  auditId,
  before,
  csvFile,
  direction,
  iso,
  paging,
  query,
  reason,
  revision,
} from "../admin-fields.ts";

export const banReason = z.enum(banReasons);

const level = z.enum(adminLevelNames);

export const userFilter = {
  /** Part of an e-mail address or name, or the beginning of an id. */
  q: query.optional(),
  role: z.enum(userRoles).optional(),
  vip: z.enum(vipStates).optional(),
  status: z.enum(userStatuses).optional(),
};

export const adminUser = z.strictObject({
  uid,
  anonymous: z.boolean(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  avatar: z.string().nullable(),
  level,
  is_vip: z.boolean(),
  /** Tier of the membership; 0 = not VIP. */
  vip_tier: z.int(),
  /** When that tier ends, of which a lower one may follow; `vip_until` is the end of all. */
  vip_tier_until: iso.nullable(),
  vip_until: iso.nullable(),
  /** Null = not suspended. `until` null = permanently. */
  ban: z.strictObject({ reason: banReason, until: iso.nullable() }).nullable(),
  createdAt: iso,
  /** When a guest became a member; null for guests. */
  joinedAt: iso.nullable(),
  /** Precise to the hour. */
  lastSeenAt: iso,
});
export type AdminUser = z.infer<typeof adminUser>;

/**
 * One event of the membership ledger. VIP until = the events applied in order: `extend` adds seconds to the remaining
 * time (or to the time of the event), `shorten` subtracts seconds, `grant` sets at least `until`, `revoke` ends VIP at
 * that time, `grace` continues it until `until` while a renewal is late, `pause` saves the remaining time for `resume`.
 * Time of a tier is time of all tiers below it as well.
 */
export const membershipEvent = z.strictObject({
  id: z.uuid(),
  at: iso,
  kind: z.enum(["grant", "extend", "shorten", "revoke", "grace", "pause", "resume"]),
  /** Of the time that it gives or takes. */
  tier,
  /** `opening`: the account's VIP from before the ledger existed. */
  source: z.enum(["admin", "opening", "order", "voucher", "trial", "merge", "refund", "dispute", "grace"]),
  /** For `extend` and `shorten`. */
  seconds: z.int().nullable(),
  /** For `grant`. */
  until: iso.nullable(),
  by: actor,
  reason: z.string().nullable(),
  /** VIP until after this event. */
  result: iso.nullable(),
});
export type MembershipEvent = z.infer<typeof membershipEvent>;

export const days = z.int().min(1).max(mostDays);

/** Users by their ids, or all users that match a filter. */
export const userSelection = z.union([
  z.strictObject({ uids: z.array(uid).min(1).max(mostUsersAtOnce) }),
  z.strictObject({ filter: z.strictObject(userFilter) }),
]);

/** Action applied to many users at once. */
export const userBulkAction = z.union([
  z.strictObject({ kind: z.literal("ban"), reason: banReason, days: days.nullable() }),
  z.strictObject({ kind: z.literal("unban") }),
  z.strictObject({ kind: z.literal("level-none") }),
  z.strictObject({ kind: z.literal("vip"), days, tier: tier.default(1) }),
]);

const changed = z.strictObject({ revision });

export const adminUserCalls = {
  "z/user/list": get({
    access: "admin",
    permission: "users.read",
    summary: "Accounts, searched, filtered and sorted.",
    input: z.strictObject({
      ...paging,
      ...userFilter,
      /** Default: created, latest first. Users without a name are sorted by address, else by id. */
      sort: z.enum(["created", "seen", "name"]).optional(),
      direction: direction.optional(),
    }),
    /** `total` is null when counting would take long. */
    output: page(adminUser).extend({ total: z.int().nullable() }),
  }),
  "z/user/detail": get({
    access: "admin",
    permission: "users.read",
    summary: "One account, with its devices, membership, what it watched, and what admins did to it.",
    input: z.strictObject({ uid }),
    output: adminUser.extend({
      revision,
      ban: z
        .strictObject({
          reason: banReason,
          until: iso.nullable(),
          at: iso,
          by: actor,
          note: z.string().nullable(),
        })
        .nullable(),
      recording: z.boolean(),
      /** Whether the caller may change it: an admin cannot change a user of a higher level. */
      editable: z.boolean(),
      /** This is the last owner, who must stay one. */
      lastOwner: z.boolean(),
      /** Besides its own one. `ageLimit`: it is a kids profile. */
      profiles: z.array(z.strictObject({ name: z.string(), ageLimit: z.int().nullable() })),
      devices: z.array(device.omit({ current: true })),
      /** Latest first, at most fifty. */
      membership: z.array(membershipEvent),
      /** Of all its profiles. */
      watch: z.strictObject({
        titles: z.int(),
        episodes: z.int(),
        finished: z.int(),
        /** Sum of the positions reached. */
        seconds: z.number(),
        lastAt: iso.nullable(),
        /** The latest ten. */
        latest: z.array(
          z.strictObject({
            id: z.string(),
            title: z.string(),
            index: z.int(),
            ...inSeason,
            seasons: seasonCount,
            positionS: z.number(),
            durationS: z.number(),
            updatedAt: iso,
          }),
        ),
      }),
      counts: z.strictObject({ favourites: z.int(), feedback: z.int(), openFeedback: z.int() }),
      /** Latest first, at most twenty; empty for a caller without access to the log. */
      audit: z.array(auditEntry),
    }),
  }),
  "z/user/save": post({
    access: "admin",
    permission: "users.write",
    summary:
      "Sets name and admin level. The level takes `users.levels`, a confirmed session, and is none above one's own.",
    input: z.strictObject({
      uid,
      revision,
      before: before.optional(),
      name: userName.nullable().optional(),
      level: level.optional(),
      /** Raising an account to owner takes one. */
      reason: reason.optional(),
    }),
    output: changed,
  }),
  "z/user/device-end": post({
    access: "admin",
    permission: "users.write",
    summary: "Signs one or all of a user's devices out.",
    input: z.strictObject({
      uid,
      /** Left out = all. */
      id: device.shape.id.optional(),
      reason: reason.optional(),
    }),
    output: z.strictObject({ ended: z.int() }),
  }),
  "z/user/ban": post({
    access: "admin",
    permission: "users.write",
    summary: "Suspends an account: every session of it ends at once, and none opens until then.",
    input: z.strictObject({
      uid,
      reason: banReason,
      /** For the audit log; the user does not see it. */
      note: reason.optional(),
      /** Null = permanently. */
      until: iso.nullable(),
    }),
    output: changed.extend({ ended: z.int() }),
  }),
  "z/user/unban": post({
    access: "admin",
    permission: "users.write",
    summary: "Lifts a suspension.",
    input: z.strictObject({ uid, note: reason.optional() }),
    output: changed,
  }),
  "z/user/bulk": post({
    access: "admin",
    permission: "users.write",
    summary:
      "One action for many accounts, at most 500 at once. `dryRun` says what it would do and does nothing.",
    input: z.strictObject({
      selection: userSelection,
      action: userBulkAction,
      dryRun: z.boolean(),
      reason: reason.optional(),
    }),
    output: z.strictObject({
      /** Number of selected users; null for a filter that matches more than 500, and then nothing is changed. */
      selected: z.int().nullable(),
      affected: z.int(),
      /** Left unchanged, with the reason. */
      skipped: z.array(
        z.strictObject({
          why: z.enum(["not_found", "above_you", "yourself", "unchanged"]),
          count: z.int(),
        }),
      ),
      /** The first twenty affected users. */
      sample: z.array(z.strictObject({ uid, name: z.string().nullable(), email: z.string().nullable() })),
      /** Audit entry for an undo; null for a dry run and when nothing was changed. */
      entry: auditId.nullable(),
    }),
  }),
  "z/user/undo": post({
    access: "admin",
    permission: "users.write",
    summary: "Takes a bulk action back, once; what was changed since stays as it is.",
    /** With a uid, for this account alone. */
    input: z.strictObject({ entry: auditId, uid: uid.optional() }),
    output: z.strictObject({ restored: z.int(), skipped: z.int() }),
  }),
  "z/user/undoable": get({
    access: "admin",
    permission: "users.write",
    summary: "The caller's latest bulk actions of the last day; with a uid, everyone's on that account.",
    input: z.strictObject({ uid: uid.optional() }),
    output: z.strictObject({ items: z.array(undoable) }),
  }),
  "z/user/export": get({
    access: "admin",
    permission: "users.export",
    summary: "The list as CSV, part by part.",
    input: z.strictObject({ cursor: paging.cursor, ...userFilter }),
    output: csvFile,
  }),
};
