import {
  getInputProps,
  getSelectProps,
  getTextareaProps,
  type FieldMetadata,
  type FormMetadata,
} from "@conform-to/react";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

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

/** A list of short texts, with buttons that add, remove and move its entries; they work without scripts too. */
export function ListField({
  form,
  field,
  label,
  hint,
  placeholder,
  disabled = false,
}: Shared & {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  form: FormMetadata<any>;
  field: Meta<string[]>;
  placeholder?: string;
}) {
  const { t } = useTranslation();
  const entries = field.getFieldList();
  return (
    <fieldset className="z-field" aria-describedby={hint ? field.descriptionId : undefined}>
      <legend className="z-label mb-1">{label}</legend>
      <ol className="z-list">
        {entries.map((entry, index) => {
          const { key, ...props } = getInputProps(entry, { type: "text" });
          const button = (move: object, name: string, icon: ReactNode) => (
            <button {...move} disabled={disabled} aria-label={name} className="z-icon-button">
              {icon}
            </button>
          );
          return (
            <li key={entry.key ?? index} className="flex-wrap">
              <input
                key={key}
                {...props}
                disabled={disabled}
                className="z-control min-w-0 flex-1"
                aria-label={t("admin.form.entry", { label, index: index + 1 })}
                placeholder={placeholder}
                dir="auto"
              />
              {index > 0
                ? button(
                    form.reorder.getButtonProps({ name: field.name, from: index, to: index - 1 }),
                    t("admin.form.up"),
                    <ArrowUp aria-hidden="true" className="size-4" />,
                  )
                : null}
              {index < entries.length - 1
                ? button(
                    form.reorder.getButtonProps({ name: field.name, from: index, to: index + 1 }),
                    t("admin.form.down"),
                    <ArrowDown aria-hidden="true" className="size-4" />,
                  )
                : null}
              {button(
                form.remove.getButtonProps({ name: field.name, index }),
                t("admin.form.remove"),
                <Trash2 aria-hidden="true" className="size-4" />,
              )}
              {entry.errors ? (
                <p id={entry.errorId} className="z-error w-full">
                  {entry.errors[0]}
                </p>
              ) : null}
            </li>
          );
        })}
      </ol>
      <Notes field={field} hint={hint} />
      <button
        {...form.insert.getButtonProps({ name: field.name })}
        disabled={disabled}
        className="z-button justify-self-start"
      >
        <Plus aria-hidden="true" className="size-4" />
        {t("admin.form.add")}
      </button>
    </fieldset>
  );
}
