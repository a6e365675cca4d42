import { isDeepStrictEqual } from "node:util";

type Fields = Record<string, unknown>;

/** Whether two values are the same as JSON, whatever the order of their keys. */
export function isSame(a: unknown, b: unknown): boolean {
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
  return isDeepStrictEqual(plain(a), plain(b));
}

/** Whether a form sends a field as it began with it (`before`): the present value stays. */
export function isUntouched(field: string, value: unknown, before: Fields | undefined): boolean {
  return before !== undefined && Object.hasOwn(before, field) && isSame(value, before[field]);
}

/**
 * The sent fields that someone else has changed since the form was opened, to something else. A form that does not send
 * what it began with (`before`) has changed all of them.
 */
export function clashesOf({
  sent,
  before,
  current,
}: {
  sent: Fields;
  before: Fields | undefined;
  current: Fields;
}): { field: string; theirs: unknown }[] {
  const isTheirs = (field: string) =>
    !before || !Object.hasOwn(before, field) || !isSame(before[field], current[field]);
  return Object.entries(sent)
    .filter(([field, value]) => !isSame(value, current[field]) && !isUntouched(field, value, before))
    .filter(([field]) => isTheirs(field))
    .map(([field]) => ({ field, theirs: current[field] ?? null }));
}
