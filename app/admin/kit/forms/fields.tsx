import { getInputProps, getSelectProps, getTextareaProps, type FieldMetadata } from "@conform-to/react";
import type { ReactNode } from "react";

// Accepts a field of any form: only its name and its errors are read.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Meta<S = any> = FieldMetadata<S, any>;
type Shared = { field: Meta; label: string; hint?: string | undefined; disabled?: boolean };

/** Ties together the label, the control, its hint, and the server's reason for a refusal. */
function Labelled({ field, label, hint, children }: Omit<Shared, "disabled"> & { children: ReactNode }) {
  return (
    <div className="z-field">
      <label htmlFor={field.id} className="z-label">
        {label}
      </label>
      {children}
      <Notes field={field} hint={hint} />
    </div>
  );
}

function Notes({ field, hint }: { field: Meta; hint: string | undefined }) {
  return (
    <>
      {hint ? (
        <p id={field.descriptionId} className="z-hint">
          {hint}
        </p>
      ) : null}
      {field.errors ? (
        <p id={field.errorId} className="z-error">
          {field.errors[0]}
        </p>
      ) : null}
    </>
  );
}

const described = (field: Meta, hint: string | undefined) =>
  hint ? { ariaDescribedBy: field.descriptionId } : {};

/** One line of text, a number, a date or a time. */
export function TextField({
  field,
  label,
  hint,
  type = "text",
  ...input
}: Shared & {
  type?: "text" | "number" | "email" | "date" | "datetime-local" | "url";
  required?: boolean;
  maxLength?: number;
  min?: number | string;
  max?: number | string;
  placeholder?: string;
}) {
  const { key, ...props } = getInputProps(field, { type, ...described(field, hint) });
  return (
    <Labelled field={field} label={label} hint={hint}>
      <input
        key={key}
        {...props}
        {...input}
        className="z-control"
        dir={type === "text" ? "auto" : type === "email" || type === "url" ? "ltr" : undefined}
      />
    </Labelled>
  );
}

/** Several lines. */
export function AreaField({
  field,
  label,
  hint,
  rows = 4,
  ...area
}: Shared & { rows?: number; required?: boolean; maxLength?: number }) {
  const { key, ...props } = getTextareaProps(field, described(field, hint));
  return (
    <Labelled field={field} label={label} hint={hint}>
      <textarea key={key} {...props} {...area} rows={rows} className="z-control" dir="auto" />
    </Labelled>
  );
}

/** A choice from options. */
export function SelectField({
  field,
  label,
  hint,
  options,
  ...select
}: Shared & { options: readonly { value: string; label: string }[] }) {
  const { key, ...props } = getSelectProps(field, described(field, hint));
  return (
    <Labelled field={field} label={label} hint={hint}>
      <select key={key} {...props} {...select} className="z-control">
        {options.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** A yes or no choice. */
export function CheckField({ field, label, hint, ...check }: Shared) {
  const { key, ...props } = getInputProps(field, { type: "checkbox", ...described(field, hint) });
  return (
    <div className="z-field">
      <label className="z-check">
        <input key={key} {...props} {...check} className="z-tick" />
        <span>{label}</span>
      </label>
      <Notes field={field} hint={hint} />
    </div>
  );
}
