import { z } from "zod";
import { adminUserCalls, banReason } from "../../../../contract/accounts/admin-users.ts";
import { adminVipCalls } from "../../../../contract/commerce/membership.ts";
import { adminLevels, type AdminLevel } from "../../../../contract/accounts/permissions.ts";
import { tier as tierField } from "../../../../contract/fields.ts";
import { issuesOf, succeeded } from "../../../../contract/envelope.ts";
import type { Envelope, FieldIssue } from "../../../../contract/index.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { undone } from "../../kit/bulk-action.server.ts";
import { writers } from "../../kit/format.ts";
import { readBase, readForm, replyTo, touchedFields } from "../../kit/forms/read-form.server.ts";
import type { Outcome } from "../../kit/outcome.ts";
import { isConfirmed, repliesOf } from "../../kit/replies.server.ts";
import { endOfDay, zoneOfForm } from "../../../lib/zone.ts";

const { shape: save } = adminUserCalls["z/user/save"].input;
const { shape: vip } = adminVipCalls["z/user/vip"].input;
const reason = vip.reason;
const days = z.int().min(1).max(36_500);
/** The day of a date field, until its end in the form's zone. */
const day = z.iso.date();

const saveForm = z.object({
  revision: save.revision,
  // The form parser strips an empty field: the name is removed.
  name: save.name.transform((name) => name ?? null),
  level: save.level,
  reason: save.reason,
});
const tier = z.coerce.number().pipe(tierField).default(1);
const vipForm = z.discriminatedUnion("kind", [
  z.object({ key: vip.key, kind: z.literal("extend"), tier, days, until: z.string().optional(), reason }),
  z.object({ key: vip.key, kind: z.literal("grant"), tier, until: day, days: z.unknown(), reason }),
  z.object({
    key: vip.key,
    kind: z.enum(["revoke", "pause", "resume"]),
    tier: z.unknown(),
    days: z.unknown(),
    until: z.string().optional(),
    reason,
  }),
]);
const banForm = z.object({ reason: banReason, until: day.optional(), note: reason.optional() });

const { ask, done, failed, refuse } = repliesOf<Outcome>();

type Context = {
  server: AdminServer;
  uid: string;
  form: FormData;
  name: string;
  /** The user's level before the write. */
  level: AdminLevel;
};

/** Every write about one user, by the form's `intent`. An action that ends something asks first. */
export async function writeUser(server: AdminServer, { uid, form }: { uid: string; form: FormData }) {
  const detail = server.unwrap(await server.api.get("z/user/detail", { uid }));
  const context = { server, uid, form, name: detail.name ?? detail.email ?? uid, level: detail.level };
  switch (form.get("intent")) {
    case "save":
      return saveUser(context);
    case "vip":
      return changeVip(context);
    case "device-end":
      return endDevice(context);
    case "ban":
      return ban(context);
    case "unban":
      return unban(context);
    case "undo":
      return undo(context);
    default:
      return failed(server.t("errors.invalid"));
  }
}

async function saveUser(context: Context) {
  const { server, uid, form } = context;
  const { api, t, locale, zone } = server;
  const labels = {
    name: t("login.name"),
    level: t("admin.user.level"),
    reason: t("admin.user.note"),
  };
  const words = (field: string, value: unknown) =>
    field === "level" ? t(`admin.level.${value as "none"}`) : value ? String(value) : "–";
  const options = { id: "save", form, t, locale, zone, labels, words };
  const submission = readForm(form, { schema: saveForm, t });
  if (submission.status !== "success") return refuse(replyTo(submission, null, options));
  const { name, level, ...rest } = submission.value;
  // Saves only what this form changed: another admin's changes to other fields stay.
  const touched = touchedFields(submission, form, ["name", "level"]);
  const { name: nameThen, level: levelThen } = readBase(form);
  const began = { name: nameThen || null, level: levelThen ?? null };
  const rises = touched.includes("level") && level === "owner";
  if (rises && !isConfirmed(form)) return askRise(context);
  const falls = touched.includes("level") && level && adminLevels[level] < adminLevels[context.level];
  if (falls && !isConfirmed(form)) {
    const [from, to] = [context.level, level].map((one) => t(`admin.level.${one}`));
    return ask(form, { text: t("admin.user.lowerAsk", { name: context.name, from, to }) });
  }
  const answer = await api.post("z/user/save", {
    uid,
    ...rest,
    before: began,
    ...(touched.includes("name") && { name }),
    ...(touched.includes("level") && level && { level }),
  });
  if (succeeded(answer)) return done(t("profile.saved"));
  const issues = issuesOf(answer).filter(({ field }) => field === "reason");
  return rises && issues.length > 0 ? askRise(context, issues) : refuse(replyTo(submission, answer, options));
}

/** A new owner: the step asks for a reason. */
function askRise({ server: { t }, form, name }: Context, issues: FieldIssue[] = []) {
  const error = issues.find(({ field }) => field === "reason")?.message;
  const value = String(form.get("reason") ?? "");
  const why = {
    name: "reason",
    required: true,
    label: t("admin.user.why"),
    kind: "text",
    value,
    error,
  } as const;
  return ask(form, { text: t("admin.user.ownerAsk", { name }), fields: [why] });
}

async function changeVip({ server, uid, form, name }: Context) {
  const { api, t, locale, zone } = server;
  const labels = {
    tier: t("admin.plan.tier"),
    days: t("admin.user.days"),
    until: t("admin.user.untilDate"),
    reason: t("admin.user.note"),
  };
  const rename = (field: string) => field.replace(/^change\./, "");
  const options = { id: "vip", form, t, locale, zone, labels, rename };
  const submission = readForm(form, { schema: vipForm, t });
  if (submission.status !== "success") return refuse(replyTo(submission, null, options));
  const { key, kind, reason: why, ...rest } = submission.value;
  if (kind === "revoke" && !isConfirmed(form)) {
    return ask(form, { text: t("admin.user.revokeAsk", { name }) });
  }
  const change =
    kind === "extend"
      ? { kind, tier: rest.tier as number, days: rest.days as number }
      : kind === "grant"
        ? {
            kind,
            tier: rest.tier as number,
            until: endOfDay(rest.until as string, zoneOfForm(form, server)) ?? "",
          }
        : { kind };
  const answer = await api.post("z/user/vip", { uid, key, change, reason: why });
  if (!succeeded(answer)) return refuse(replyTo(submission, answer, options));
  const { vip_until: until } = answer.d;
  if (kind === "pause") return done(t("admin.vipEvent.pause"));
  return done(
    until ? t("admin.user.vipNow", { date: writers(locale, zone).day(until) }) : t("admin.user.vipEnded"),
  );
}

async function endDevice({ server, uid, form, name }: Context) {
  const { api, t } = server;
  const id = String(form.get("id") ?? "");
  if (!isConfirmed(form)) return ask(form, { text: t("admin.user.deviceAsk", { name }) });
  const answer = await api.post("z/user/device-end", { uid, ...(id && { id }) });
  return outcomeOf(answer, (ended) => t("admin.user.devicesEnded", { number: ended.ended }));
}

async function ban({ server, uid, form, name }: Context) {
  const { api, t, locale, zone } = server;
  const labels = {
    reason: t("admin.user.banReason"),
    until: t("admin.user.untilDate"),
    note: t("admin.user.note"),
  };
  const options = { id: "ban", form, t, locale, zone, labels };
  const submission = readForm(form, { schema: banForm, t });
  if (submission.status !== "success") return refuse(replyTo(submission, null, options));
  const { reason: why, note } = submission.value;
  const until = submission.value.until && endOfDay(submission.value.until, zoneOfForm(form, server));
  if (!isConfirmed(form)) {
    return ask(form, {
      text: t("admin.user.banAsk", { name }),
      facts: [
        t(`admin.banReason.${why}`),
        until ? t("admin.user.until", { date: writers(locale, zone).day(until) }) : t("admin.user.forGood"),
      ],
    });
  }
  const answer = await api.post("z/user/ban", {
    uid,
    reason: why,
    until: until ?? null,
    ...(note && { note }),
  });
  if (!succeeded(answer)) return refuse(replyTo(submission, answer, options));
  return done(t("admin.user.banned", { number: answer.d.ended }));
}

async function unban({ server, uid, form, name }: Context) {
  const { api, t } = server;
  if (!isConfirmed(form)) return ask(form, { text: t("admin.user.unbanAsk", { name }) });
  return outcomeOf(await api.post("z/user/unban", { uid }), () => t("admin.user.unbanned"));
}

async function undo({ server, uid, form }: Context) {
  const { api, t } = server;
  const answer = await api.post("z/user/undo", { entry: String(form.get("entry")), uid });
  return undone(server, { answer, textOf: (what, values) => t(`admin.bulk.${what}`, values) });
}

function outcomeOf<D>(answer: Envelope<D>, words: (d: D) => string) {
  return succeeded(answer) ? done(words(answer.d)) : failed(answer);
}
