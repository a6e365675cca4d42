import type { CallName } from "../../contract/index.ts";

type AdminCall = Extract<CallName, `z/${string}`>;

/** One good payload a call of the admin area; the people, films and messages they name are not there. */
export const adminPayloads: Record<AdminCall, Record<string, unknown>> = {
  "z/audit/list": { limit: 2, kind: "user", target: "nobody", action: "z/user/save" },
  "z/setup/state": { code: "A".repeat(32) },
  "z/setup/claim": { code: "A".repeat(32) },
  "z/user/list": {
    limit: 2,
    q: "ada",
    role: "member",
    vip: "never",
    status: "active",
    sort: "name",
    direction: "asc",
  },
  "z/user/detail": { uid: "nobody" },
  "z/user/save": { uid: "nobody", revision: 0, name: "Ada", level: "none", reason: "asked for it" },
  "z/user/vip": {
    uid: "nobody",
    key: "0f8fad5b-d9cb-469f-a165-70867728950e",
    change: { kind: "extend", days: 30 },
    reason: "a gift",
  },
  "z/user/device-end": { uid: "nobody", id: "A".repeat(22), reason: "lost" },
  "z/user/ban": { uid: "nobody", reason: "spam", note: "sent the same 40 times", until: null },
  "z/user/unban": { uid: "nobody", note: "a mistake" },
  "z/user/bulk": {
    selection: { uids: ["nobody"] },
    action: { kind: "vip", days: 30 },
    dryRun: true,
    reason: "a gift",
  },
  "z/user/undo": { entry: "0f8fad5b-d9cb-469f-a165-70867728950e" },
  "z/settings/read": {},
  "z/settings/save": { revision: 0, values: { feedbackPerHour: 10 }, reason: "as it was" },
  "z/settings/history": { limit: 2 },
  "z/settings/export": {},
  "z/settings/import": { document: { format: "matinee-settings-1", values: {} }, dryRun: true },
  "z/settings/test": { what: "database" },
  "z/user/export": { q: "ada", role: "member", vip: "never", status: "active" },
};
