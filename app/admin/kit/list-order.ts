/**
 * The order of a list after a move in its list editor.
 * @param form with `to`, the new position from 0
 * @returns null where the list has no such item or position
 */
export function movedItem<T>(items: readonly T[], { from, form }: { from: number; form: FormData }) {
  const to = Number(form.get("to") ?? -1);
  const item = items[from];
  if (item === undefined || !(to in items)) return null;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
