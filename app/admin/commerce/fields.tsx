import type { ReactNode } from "react";

type Props = {
  name: string;
  label: string;
  value: string;
  hint?: string;
  error?: string | undefined;
  type?: "text" | "number" | "date";
  lang?: string;
  /** More than one line. */
  rows?: number;
  /** A choice from these options. */
  options?: readonly { value: string; label: string }[];
  required?: boolean;
  min?: number;
  max?: number;
  /** Only screen readers get the label, where the context shows the meaning. */
  bare?: boolean;
  ltr?: boolean;
};

/** A field tied to its label, its hint, and the reason it was refused. */
export function Field({ name, label, value, hint, error, rows, options, bare, ltr, ...more }: Props) {
  const note = error ?? hint;
  const shared = {
    id: `field-${name}`,
    name,
    defaultValue: value,
    className: "z-control",
    lang: more.lang,
    required: more.required,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": note ? `field-${name}-note` : undefined,
  };
  const dir = ltr ? "ltr" : "auto";
  return (
    <div className="z-field">
      <label className={bare ? "sr-only" : "z-label"} htmlFor={shared.id}>
        {label}
      </label>
      {options ? (
        <select {...shared}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : rows ? (
        <textarea {...shared} rows={rows} dir={dir} />
      ) : (
        <input
          {...shared}
          type={more.type ?? "text"}
          min={more.min}
          max={more.max}
          maxLength={more.type ? undefined : 500}
          dir={more.type === "date" ? undefined : dir}
          autoComplete="off"
        />
      )}
      {note ? (
        <p id={`field-${name}-note`} className={error ? "z-error" : "z-hint"}>
          {note}
        </p>
      ) : null}
    </div>
  );
}

/** A yes or no choice. */
export function Tick({ name, label, on }: { name: string; label: string; on: boolean }): ReactNode {
  return (
    <label className="z-check">
      <input type="checkbox" name={name} value="1" defaultChecked={on} className="z-tick" />
      <span>{label}</span>
    </label>
  );
}
