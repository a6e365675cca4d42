import type { InputOf } from "../../../../contract/index.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { banReasons, mostDays } from "../../../../contract/accounts/values.ts";
import { bulkAction, wordOf, type BulkRequest } from "../../kit/bulk-action.server.ts";
import type { AskField } from "../../kit/outcome.ts";
import { isConfirmed } from "../../kit/replies.server.ts";
import { filterOf, type UserQuery } from "./user-query.ts";

type Action = InputOf<"z/user/bulk">["action"];

/**
 * An action on many accounts, or its undo (`intent`).
 * @param given `query` of the list above the form: the meaning of "all that are found" · `tiers`: names of those that
 *   are offered
 */
export async function bulkUsers(
  server: AdminServer,
  form: FormData,
  { query, tiers }: { query: UserQuery; tiers: readonly string[] },
) {
  const { api, t } = server;
  return bulkAction(server, form, {
    textOf: (what, values) => t(`admin.bulk.${what}`, values),
    field: "uid",
    reason: { label: t("admin.user.note"), hint: t("admin.user.noteHint") },
    read: (intent) => readAction(server, form, { intent, tiers }),
    run: (uids, input) =>
      api.post("z/user/bulk", { selection: uids ? { uids } : { filter: filterOf(query) }, ...input }),
    undo: (entry) => api.post("z/user/undo", { entry }),
    nameOf: ({ uid, name, email }) => name ?? email ?? uid,
  });
}

function readAction(
  { t }: AdminServer,
  form: FormData,
  { intent, tiers }: { intent: string; tiers: readonly string[] },
): BulkRequest<Action> | null {
  switch (intent) {
    case "unban":
      return { name: t("admin.bulk.unban"), action: { kind: intent } };
    case "level-none":
      return { name: t("admin.bulk.levelNone"), action: { kind: intent } };
    case "vip": {
      const { number, wrong, field } = readDays(t, form, { byDefault: "30", required: true });
      const { tier, fields } = readTier(t, form, tiers);
      const action: Action = { kind: intent, days: wrong ? 30 : number, tier };
      return { name: t("admin.bulk.vip"), action, fields: [...fields, field], wrong };
    }
    case "ban": {
      const { number, wrong, field } = readDays(t, form, { hint: t("admin.user.daysHint") });
      const reason = banReasons.find((one) => one === wordOf(form, "ban")) ?? "abuse";
      const why: AskField = {
        name: "ban",
        label: t("admin.user.banReason"),
        kind: "select",
        value: reason,
        required: true,
        options: banReasons.map((value) => ({ value, label: t(`admin.banReason.${value}`) })),
      };
      const days = number === 0 || wrong ? null : number;
      return {
        name: t("admin.bulk.ban"),
        action: { kind: intent, reason, days },
        fields: [why, field],
        wrong,
      };
    }
    default:
      return null;
  }
}

/** The tier that was chosen, and its field where there is more than one. */
function readTier(t: AdminServer["t"], form: FormData, tiers: readonly string[]) {
  const typed = Number(wordOf(form, "tier") || 1);
  const tier = typed >= 1 && typed <= tiers.length ? typed : 1;
  const field: AskField = {
    name: "tier",
    label: t("admin.plan.tier"),
    kind: "select",
    value: String(tier),
    required: true,
    options: tiers.map((name, index) => ({ value: String(index + 1), label: `${index + 1} · ${name}` })),
  };
  return { tier, fields: tiers.length > 1 ? [field] : [] };
}

/** @returns 0 for no days, where they are not required */
function readDays(
  t: AdminServer["t"],
  form: FormData,
  { byDefault = "", required = false, hint }: { byDefault?: string; required?: boolean; hint?: string },
) {
  const typed = isConfirmed(form) ? wordOf(form, "days") : byDefault;
  const number = /^\d{1,5}$/.test(typed) ? Number(typed) : 0;
  const wrong = (required || typed !== "") && (number < 1 || number > mostDays);
  const field: AskField = {
    name: "days",
    label: t("admin.user.days"),
    kind: "number",
    value: typed,
    required,
    hint,
    error: wrong ? t("errors.field.format") : undefined,
  };
  return { number, wrong, field };
}
