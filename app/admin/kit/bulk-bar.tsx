import { Form } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ticksChanged } from "./use-ticks.ts";

export type BulkBarProps = {
  /** Of the form the table's checkboxes belong to. */
  id: string;
  /** What can be done to many, as values of `intent`. */
  options: readonly { value: string; label: string }[];
  /** How many the filter finds, where all of them can be taken; null = only what is chosen. */
  total: number | null;
};

/** What to do with the chosen rows. It asks first: the answer to this form says what would happen. */
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
