import { Form, Link, useNavigation, useSearchParams, useSubmit } from "@remix-run/react";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

export type FilterBarProps = {
  /** Path of the list. */
  action: string;
  /** What the bar is for, for who can't see it. */
  label: string;
  /** Whether anything is chosen, so that there is something to clear. */
  filtered: boolean;
  children: ReactNode;
};

/**
 * Filters of a list: a form that asks for another address, which is the list's whole state. With scripts a choice
 * counts at once; what is typed waits for Enter.
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
      // The address is the state: going back puts the fields back too.
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

/** Without its empty fields a form makes an address one can read. */
function onlyFilled(form: HTMLFormElement): URLSearchParams {
  const filled = [...new FormData(form)].filter(([, value]) => value !== "");
  return new URLSearchParams(filled as [string, string][]);
}

/** A filter that is typed. */
export function TypedFilter(props: {
  name: string;
  label: string;
  value: string | undefined;
  type?: "search" | "date" | "text";
  placeholder?: string;
}) {
  const { name, label, value, type = "search", placeholder } = props;
  return (
    <label className={`z-filter ${type === "search" ? "z-filter-wide" : ""}`}>
      {label}
      <input
        className="z-control"
        type={type}
        name={name}
        defaultValue={value ?? ""}
        placeholder={placeholder}
        maxLength={200}
        dir={type === "date" ? undefined : "auto"}
        autoComplete="off"
      />
    </label>
  );
}

/** A filter that is one of some. */
export function ChosenFilter(props: {
  name: string;
  label: string;
  value: string | undefined;
  any: string;
  options: readonly { value: string; label: string }[];
}) {
  const { name, label, value, any, options } = props;
  return (
    <label className="z-filter">
      {label}
      <select className="z-control" name={name} defaultValue={value ?? ""}>
        <option value="">{any}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
