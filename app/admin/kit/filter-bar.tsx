import { Form, Link, useNavigation, useSearchParams, useSubmit } from "@remix-run/react";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { longestQuery } from "../../../contract/service/values.ts";
import { filterNames } from "./filter-names.ts";

export type FilterBarProps = {
  /** Path of the list. */
  action: string;
  /** The bar's purpose, for screen readers. */
  label: string;
  /** Whether a filter is set, so that there is something to clear. */
  filtered: boolean;
  children: ReactNode;
};

/**
 * Filters of a list: a form that changes the address, which is the list's whole state. With scripts a selection applies
 * at once; typed text waits for Enter.
 */
export function FilterBar({ action, label, filtered, children }: FilterBarProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const submit = useSubmit();
  const busy = useNavigation().state === "loading";
  return (
    <Form
      method="get"
      action={action}
      role="search"
      aria-label={label}
      aria-busy={busy}
      className="z-filters"
      // The address is the state: going back restores the fields too.
      key={search.toString()}
      onChange={({ target, currentTarget }) => {
        if (target instanceof HTMLSelectElement) submit(onlyFilled(currentTarget), { replace: true });
      }}
      onSubmit={(event) => {
        event.preventDefault();
        submit(onlyFilled(event.currentTarget));
      }}
    >
      {["sort", "direction"].map((name) =>
        search.has(name) ? <input key={name} type="hidden" name={name} value={search.get(name)!} /> : null,
      )}
      {children}
      <button type="submit" className="z-button">
        <Search aria-hidden="true" className="size-4" />
        {t("admin.list.search")}
      </button>
      {filtered ? (
        <Link to={action} className="z-button z-button-plain">
          {t("admin.list.clear")}
        </Link>
      ) : null}
    </Form>
  );
}

/** Leaves out empty fields, for a readable address. */
function onlyFilled(form: HTMLFormElement): URLSearchParams {
  const filled = [...new FormData(form)].filter(([, value]) => value !== "");
  return new URLSearchParams(filled as [string, string][]);
}

/** A filter with typed text. */
export function TypedFilter(props: {
  name: string;
  /** Where this list calls it otherwise than `filterNames`. */
  label?: string;
  value: string | undefined;
  type?: "search" | "date" | "text";
  /** The last day that can be chosen. */
  max?: string;
  /** For the one field of a page. */
  autoFocus?: boolean;
}) {
  const { name, label, value, type = "search", max, autoFocus } = props;
  return (
    <label className={`z-filter ${type === "search" ? "z-filter-wide" : ""}`}>
      <FilterName name={name} label={label} />
      <input
        className="z-control"
        type={type}
        name={name}
        defaultValue={value ?? ""}
        max={max}
        autoFocus={autoFocus}
        maxLength={longestQuery}
        dir={type === "date" ? undefined : "auto"}
        autoComplete="off"
      />
    </label>
  );
}

/** A filter with fixed options. */
export function ChosenFilter(props: {
  name: string;
  /** Where this list calls it otherwise than `filterNames`. */
  label?: string;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
}) {
  const { name, label, value, options } = props;
  const { t } = useTranslation();
  return (
    <label className="z-filter">
      <FilterName name={name} label={label} />
      <select className="z-control" name={name} defaultValue={value ?? ""}>
        <option value="">{t("admin.list.any")}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

function FilterName({ name, label }: { name: string; label: string | undefined }) {
  const { t } = useTranslation();
  const key = filterNames[name];
  return <span className="z-filter-name">{label ?? (key ? t(key) : name)}</span>;
}
