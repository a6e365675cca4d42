import { Form } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ticksChanged } from "./use-ticks.ts";

export type BulkBarProps = {
  /** Id of the form the table's checkboxes belong to. */
  id: string;
  /** Bulk actions, as values of `intent`. */
  options: readonly { value: string; label: string }[];
  /** Number of rows the filter finds, if all of them can be taken; null = only the selected rows. */
  total: number | null;
};

/** Choice of a bulk action on the selected rows. The form's answer asks first and says what would happen. */
export function BulkBar({ id, options, total }: BulkBarProps) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [count, setCount] = useState(0);
  useEffect(() => {
    const note = (event: Event) => setCount((event as CustomEvent<number>).detail);
    document.addEventListener(ticksChanged, note);
    return () => document.removeEventListener(ticksChanged, note);
  }, []);
  return (
    <Form method="post" id={id} preventScrollReset className="z-bulk">
      {hydrated ? (
        <span role="status" className="z-strong">
          {t("admin.list.chosen", { number: count })}
        </span>
      ) : null}
      <select name="intent" className="z-control" aria-label={t("admin.list.action")}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {total !== null ? (
        <label>
          <input type="checkbox" name="all" value="1" className="z-tick" />
          {t("admin.list.allFound", { number: total })}
        </label>
      ) : null}
      <button type="submit" className="z-button">
        {t("admin.list.apply")}
      </button>
    </Form>
  );
}
