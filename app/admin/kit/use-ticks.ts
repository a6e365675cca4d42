import { useEffect, useRef, type FormEvent, type MouseEvent } from "react";
import { useHydrated } from "../../ui/use-hydrated.ts";

/** A table fires this event when its selection changes; the bar below it shows the number. */
export const ticksChanged = "z-ticks";

/**
 * Adds to a table's checkboxes: select all, ranges with shift, and the look of a selected row. The boxes stay native,
 * so that the form has their values even if this code fails.
 * @param list the keys of the rows: another list resets the selection
 * @param done so does a bulk action that was done. One that was only asked about, or cancelled, keeps it.
 */
export function useTicks(list: string, done: unknown) {
  const table = useRef<HTMLTableElement>(null);
  const all = useRef<HTMLInputElement>(null);
  const last = useRef<number | null>(null);
  const ready = useHydrated();

  const boxes = () => [...(table.current?.querySelectorAll<HTMLInputElement>("tbody .z-pick .z-tick") ?? [])];
  const show = () => {
    const every = boxes();
    const chosen = every.filter(({ checked }) => checked);
    for (const box of every) box.closest("tr")!.dataset.chosen = String(box.checked);
    if (all.current) {
      all.current.checked = every.length > 0 && chosen.length === every.length;
      all.current.indeterminate = chosen.length > 0 && chosen.length < every.length;
    }
    table.current?.dispatchEvent(new CustomEvent(ticksChanged, { bubbles: true, detail: chosen.length }));
  };

  useEffect(() => {
    last.current = null;
    for (const box of boxes()) box.checked = box.defaultChecked;
    show();
    // Only these two reset it; the rest is stable.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [list, done]);

  return {
    table,
    all,
    ready,
    onChange({ target }: FormEvent<HTMLTableElement>) {
      const box = target as HTMLInputElement;
      if ("all" in box.dataset) for (const each of boxes()) each.checked = box.checked;
      if (box.classList.contains("z-tick")) show();
    },
    onClick({ target, shiftKey }: MouseEvent<HTMLTableElement>) {
      const every = boxes();
      const at = every.indexOf(target as HTMLInputElement);
      if (at < 0) return;
      const from = last.current;
      last.current = at;
      if (!shiftKey || from === null) return;
      for (const box of every.slice(Math.min(from, at), Math.max(from, at) + 1))
        box.checked = every[at]!.checked;
      show();
    },
  };
}
