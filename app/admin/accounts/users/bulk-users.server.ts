import type { InputOf, OutputOf } from "../../../../contract/index.ts";
import { succeeded } from "../../../../contract/envelope.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { banReasons, mostDays } from "../../../../contract/accounts/values.ts";
import type { Ask, AskField, Outcome } from "../../kit/outcome.ts";
import { filterOf, type UserQuery } from "./user-query.ts";

type Action = InputOf<"z/user/bulk">["action"];
type Effect = OutputOf<"z/user/bulk">;

/**
 * An action on many accounts. A dry run shows the effect first; once confirmed, the action runs and can be undone.
 * @param query of the list above the form: the meaning of "all that are found"
 */
export async function bulkUsers(server: AdminServer, form: FormData, query: UserQuery): Promise<Outcome> {
  const { api, t } = server;
  const word = (name: string) => String(form.get(name) ?? "").trim();
  if (word("intent") === "undo") {
    const answer = await api.post("z/user/undo", { entry: word("entry") });
    if (!succeeded(answer)) return { failed: answer.m };
    return { done: { text: t("admin.bulk.undone", { number: answer.d.restored }) } };
  }
  const intent = intentOf(word("intent"));
  const uids = form.getAll("uid").map(String);
  const all = word("all") === "1";
  if (!intent || (uids.length === 0 && !all)) return { failed: t("admin.list.noneChosen") };
  const selection = all ? { filter: filterOf(query) } : { uids };
  const { action, fields, wrong } = readAction(server, intent, word);
  const confirmed = word("confirmed") === "1" && !wrong;
  const reason = word("reason");
  const answer = await api.post("z/user/bulk", {
    selection,
    action,
    dryRun: !confirmed,
    ...(reason && { reason }),
  });
  if (!succeeded(answer)) return { failed: answer.m };
  if (confirmed) return { done: doneOf(server, answer.d) };
  const hidden: Ask["hidden"] = [
    ["intent", intent],
    ...(all ? [["all", "1"] as [string, string]] : uids.map((uid): [string, string] => ["uid", uid])),
  ];
  return { ask: { ...effectOf(server, intent, answer.d), fields, hidden } };
}

function intentOf(word: string): Action["kind"] | null {
  return (["vip", "ban", "unban", "level-none"] as const).find((kind) => kind === word) ?? null;
}

/** The action with the values of its fields, or with default values if they are empty. */
function readAction(
  { t }: AdminServer,
  kind: Action["kind"],
  word: (name: string) => string,
): { action: Action; fields: AskField[]; wrong: boolean } {
  const sent = word("confirmed") === "1";
  const note: AskField = {
    name: "reason",
    label: t("admin.user.note"),
    kind: "text",
    value: word("reason"),
    required: false,
    hint: t("admin.user.noteHint"),
  };
  if (kind === "unban" || kind === "level-none") return { action: { kind }, fields: [note], wrong: false };
  const typed = sent ? word("days") : kind === "vip" ? "30" : "";
  const number = /^\d{1,5}$/.test(typed) ? Number(typed) : 0;
  const forGood = kind === "ban" && typed === "";
  const wrong = !forGood && (number < 1 || number > mostDays);
  const days: AskField = {
    name: "days",
    label: t("admin.user.days"),
    kind: "number",
    value: typed,
    required: kind === "vip",
    hint: kind === "ban" ? t("admin.user.daysHint") : undefined,
    error: wrong ? t("errors.field.format") : undefined,
  };
  if (kind === "vip") {
    return { action: { kind, days: wrong ? 30 : number }, fields: [days, note], wrong };
  }
  const reason = banReasons.find((one) => one === word("ban")) ?? "abuse";
  const why: AskField = {
    name: "ban",
    label: t("admin.user.banReason"),
    kind: "select",
    value: reason,
    required: true,
    options: banReasons.map((value) => ({ value, label: t(`admin.banReason.${value}`) })),
  };
  return {
    action: { kind, reason, days: forGood || wrong ? null : number },
    fields: [why, days, note],
    wrong,
  };
}

function effectOf({ t }: AdminServer, kind: Action["kind"], effect: Effect) {
  const name = kind === "level-none" ? "levelNone" : kind;
  if (effect.selected === null) {
    return { text: t(`admin.bulk.${name}`), facts: [t("admin.bulk.tooMany")], sample: [], idle: true };
  }
  return {
    text: t(`admin.bulk.${name}`),
    facts: [
      t("admin.bulk.affected", { number: effect.affected }),
      ...effect.skipped.map(({ why, count }) => `${t(`admin.skip.${why}`)}: ${count}`),
    ],
    sample: effect.sample.map(({ uid, name: called, email }) => called ?? email ?? uid),
    idle: effect.affected === 0,
  };
}

function doneOf({ t }: AdminServer, effect: Effect): Outcome["done"] {
  const text = t("admin.bulk.done", { number: effect.affected });
  if (!effect.entry) return { text };
  return {
    text,
    undo: [
      ["intent", "undo"],
      ["entry", effect.entry],
    ],
  };
}
