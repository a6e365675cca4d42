import type { CallName } from "../../contract/index.ts";

type AdminCall = Extract<CallName, `z/${string}`>;

/** One good payload a call of the admin area; the people, films and messages they name are not there. */
export const adminPayloads: Record<AdminCall, Record<string, unknown>> = {
  "z/audit/list": { limit: 2, kind: "user", target: "nobody", action: "z/user/save" },
  "z/setup/state": { code: "A".repeat(32) },
  "z/setup/claim": { code: "A".repeat(32) },
};
