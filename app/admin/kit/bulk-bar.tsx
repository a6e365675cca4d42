import { Form } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ticksChanged } from "./use-ticks.ts";

/** Id of the form that the checkboxes of a table belong to. */
export const bulkForm = "bulk";

export type BulkBarProps = {
  /** Bulk actions, as values of `intent`. */
  options: readonly { value: string; label: string }[];
  /** Number of rows the filter finds; null = too many to count. */
  total: number | null;
  /** Largest number of rows in one bulk action. */
  most: number;
};

/** Choice of a bulk action on the selected rows. The form's answer asks first and says what would happen. */
export function BulkBar({ options, total, most }: BulkBarProps) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [count, setCount] = useState(0);
  useEffect(() => {
    const note = (event: Event) => setCount((event as CustomEvent<number>).detail);
    document.addEventListener(ticksChanged, note);
    return () => document.removeEventListener(ticksChanged, note);
  }, []);
  return (
    <Form method="post" id={bulkForm} preventScrollReset autoComplete="off" className="z-bulk">
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
      {total !== null && total <= most ? (
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
