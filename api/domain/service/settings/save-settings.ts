import { desc, eq, lt } from "drizzle-orm";
import type { OutputOf, Page, ParsedOf } from "../../../../contract/index.ts";
import {
  hideSecret,
  hideSecrets,
  isHidden,
  settingKeys,
  settingValues,
  type SettingKey,
  type SettingValues,
} from "../../../../contract/service/settings.ts";
import type { Db } from "../../../db/client.ts";
import { isTaken } from "../../../db/fault.ts";
import { settingChanges, settingRows } from "../../../db/schema.ts";
import { actorOf, recordAudit } from "../audit/record-audit.ts";
import { countKey, decodeCursor, encodeCursor } from "../../kernel/cursor.ts";
import { conflict, Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import type { KnownSettings, SettingsStore } from "./settings-store.ts";

type Deps = { db: Db; settings: SettingsStore };
type Changes = { key: string; before: unknown; after: unknown }[];
type Some = Partial<SettingValues>;

/**
 * Changes settings, and records the change.
 * @throws Failure conflict if one of them was changed since `revision`
 */
export async function saveSettings(
  deps: Deps,
  input: {
    revision: number;
    values: Some;
    reason?: string | undefined;
    action: string;
    admin: User;
    now: Date;
  },
): Promise<KnownSettings> {
  const { db, settings } = deps;
  try {
    const saved = await db.transaction((tx) => write(tx, settings, input));
    settings.take(saved);
    return saved;
  } catch (error) {
    // Of two saves at the same moment, the other one has this number.
    if (!isTaken(error)) throw error;
    const { revision } = await settings.load(db);
    throw conflict({ revision, fields: [], by: null, at: null });
  }
}

async function write(
  tx: Db,
  settings: SettingsStore,
  { revision, values, reason, action, admin, now }: Parameters<typeof saveSettings>[1],
): Promise<KnownSettings> {
  const before = await settings.load(tx);
  const changes = differences(before.values, values);
  await refuseConflict(tx, { changes, since: revision, newest: before });
  if (changes.length === 0) return before;
  const next = before.revision + 1;
  const actor = actorOf(admin);
  const shown = changes.map(shownChange);
  const change = { revision: next, at: now, changedBy: actor.uid, changedName: actor.name, changes: shown };
  await tx.insert(settingChanges).values({ ...change, reason: reason ?? null });
  for (const { key, after: value } of changes)
    await tx
      .insert(settingRows)
      .values({ key, value, revision: next })
      .onConflictDoUpdate({ target: settingRows.key, set: { value, revision: next } });
  const fields = (side: "before" | "after") => Object.fromEntries(shown.map((one) => [one.key, one[side]]));
  const target = { kind: "setting", id: "settings" } as const;
  const audited = { before: fields("before"), after: fields("after"), reason, now };
  await recordAudit(tx, { actor, action, target, ...audited });
  const written = Object.fromEntries(changes.map(({ key, after }) => [key, after]));
  return { values: settingValues.parse({ ...before.values, ...written }), revision: next };
}

/** Other settings may have been saved since: only those that this save changes count. */
async function refuseConflict(
  tx: Db,
  { changes, since, newest }: { changes: Changes; since: number; newest: KnownSettings },
): Promise<void> {
  const rows = await tx.select({ key: settingRows.key, revision: settingRows.revision }).from(settingRows);
  const later = changes.filter(({ key }) => rows.some((row) => row.key === key && row.revision > since));
  if (later.length === 0) return;
  const [last] = await tx.select().from(settingChanges).where(eq(settingChanges.revision, newest.revision));
  throw conflict({
    revision: newest.revision,
    fields: later.map(({ key, before }) => ({ field: key, theirs: hideSecret(key, before) })),
    by: last?.changedName ?? null,
    at: last?.at.toISOString() ?? null,
  });
}

function differences(before: SettingValues, values: Some): Changes {
  return (Object.keys(values) as SettingKey[])
    .filter((key) => values[key] !== undefined && !isHidden(key, values[key]))
    .filter((key) => JSON.stringify(values[key]) !== JSON.stringify(before[key]))
    .map((key) => ({ key, before: before[key], after: values[key] }));
}

/** A change as it is kept and shown: without secrets. */
function shownChange({ key, before, after }: Changes[number]): Changes[number] {
  return { key, before: hideSecret(key, before), after: hideSecret(key, after) };
}

/** Imports an exported document; settings that it does not name stay. */
export async function importSettings(
  deps: Deps,
  { document, dryRun, ...who }: ParsedOf<"z/settings/import"> & { admin: User; now: Date },
): Promise<OutputOf<"z/settings/import">> {
  const before = await deps.settings.load(deps.db);
  const { values } = document;
  const changes = differences(before.values, values as Some).map(shownChange);
  if (dryRun) return { changes, revision: before.revision };
  const action = "z/settings/import";
  const save = { revision: before.revision, values: values as Some, action, ...who };
  return { changes, revision: (await saveSettings(deps, save)).revision };
}

/** Every change of settings by keyset, latest first. */
export async function settingsHistory(
  db: Db,
  { cursor, limit = 20 }: ParsedOf<"z/settings/history">,
): Promise<OutputOf<"z/settings/history">> {
  const before = cursor ? Number(decodeCursor(cursor, countKey).key) : null;
  const rows = await db
    .select()
    .from(settingChanges)
    .where(before === null ? undefined : lt(settingChanges.revision, before))
    .orderBy(desc(settingChanges.revision))
    .limit(limit + 1);
  const items = rows.slice(0, limit).map((row) => ({
    revision: row.revision,
    at: row.at.toISOString(),
    actor: { uid: row.changedBy, name: row.changedName },
    reason: row.reason,
    changes: row.changes.map(({ key, before: was, after }) => ({ key, before: was, after })),
  }));
  const last = items.at(-1);
  const next =
    rows.length > limit && last ? encodeCursor({ key: String(last.revision), id: "revision" }) : null;
  return { items, next } satisfies Page<(typeof items)[number]>;
}

/** The values for a settings page. */
export function readSettings(known: KnownSettings, defaults: SettingValues) {
  const { values, revision } = known;
  const changed = settingKeys.filter((key) => JSON.stringify(values[key]) !== JSON.stringify(defaults[key]));
  return { values: hideSecrets(values), defaults, changed, revision };
}

/** Refuses new accounts if the operator has closed sign-up. @throws Failure sign_up_closed */
export function requireOpenSignUp({ signUp }: SettingValues): void {
  if (signUp === "closed") throw new Failure("sign_up_closed");
}
