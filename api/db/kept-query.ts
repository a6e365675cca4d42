import { sql, type Param, type Placeholder } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "./client.ts";

type Values = Record<string, unknown>;
type Prepared<R> = { execute: (values: Values) => Promise<R> };
/** Makes the place of a value that is known when the query runs, written as that of a column where one is given. */
export type Slot<V extends Values> = {
  <N extends keyof V & string>(name: N): Placeholder<N>;
  (name: keyof V & string, column: PgColumn): Param;
};

/**
 * A query of many requests, whose text is made once for each database and form. Drizzle needs longer for that than the
 * database for the answer. No server prepares it, as a pooler may change the session (docs/decisions/047).
 * @param build makes the query, with a slot in the place of each value; a form is one of a few, not made of what users
 * send
 */
export function keptQuery<V extends Values, R, F = null>(
  build: (db: Db, slot: Slot<V>, form: F) => { prepare: (name: string) => Prepared<R> },
): (db: Db, values: V, ...form: F extends null ? [] : [F]) => Promise<R> {
  const kept = new WeakMap<Db, Map<string, Prepared<R>>>();
  const slot = ((name: string, column?: PgColumn) => {
    const place = sql.placeholder(name);
    return column ? sql.param(place, column) : place;
  }) as Slot<V>;
  return async (db, values, ...[form = null]) => {
    const forms = kept.get(db) ?? new Map<string, Prepared<R>>();
    kept.set(db, forms);
    const key = JSON.stringify(form);
    const known = forms.get(key) ?? build(db, slot, form as F).prepare("");
    forms.set(key, known);
    return known.execute(values);
  };
}
