import type { InputHTMLAttributes, ReactNode, RefObject, TextareaHTMLAttributes } from "react";
import { useTranslation } from "react-i18next";
import { useFieldError } from "../../../ui/checked-form.tsx";
import { describedControl, FieldError, Labelled, type FieldLook } from "../../../ui/field.tsx";
import { FileInput } from "../../../ui/file-input.tsx";
import type { Option } from "../options.ts";

/** The parts of conform's field that a control reads. A form without conform passes the same. */
export type FieldSource = {
  id: string;
  name: string;
  key?: string | undefined;
  initialValue?: unknown;
  errors?: string[] | undefined;
};
type Shared = {
  field: FieldSource;
  label: string;
  hint?: string | undefined;
  disabled?: boolean;
  required?: boolean;
  lang?: string;
  /** Only screen readers get the label, where the context shows the meaning. */
  bare?: boolean;
};

const look: FieldLook = {
  box: "z-field",
  label: "z-label",
  hint: "z-hint",
  error: "z-error",
  errorRole: "alert",
};
const bareLook = { ...look, label: "sr-only" };
// The mark is for the eye alone: screen readers know the attribute.
const requiredLook = { ...look, label: "z-label after:text-curtain after:[content:'_*'_/_'']" };

/** Why a field is refused: by the page, else by the server. */
const useRefusal = ({ name, errors }: FieldSource) => useFieldError(name, errors?.[0]);

function Frame({ field, label, hint, required, bare, children }: Shared & { children: ReactNode }) {
  const error = useRefusal(field);
  return (
    <Labelled
      id={field.id}
      label={label}
      hint={hint}
      error={error}
      look={bare ? bareLook : required ? requiredLook : look}
    >
      {children}
    </Labelled>
  );
}

function useAttributes({ field, hint, required, disabled, lang }: Shared) {
  const { id, name, initialValue } = field;
  const error = useRefusal(field);
  return {
    ...describedControl(id, { hint, error }),
    defaultValue: initialValue === undefined || initialValue === null ? undefined : String(initialValue),
    name,
    required,
    disabled,
    lang,
    className: "z-control",
  };
}

const directions = { text: "auto", search: "auto", email: "ltr", url: "ltr" } as const;

/** One line of text, a number, a date or a time. */
export function TextField({
  type = "text",
  dir,
  placeholder,
  maxLength,
  min,
  max,
  className = "",
  children,
  ...shared
}: Shared &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    "dir" | "placeholder" | "maxLength" | "min" | "max" | "className"
  > & {
    type?: keyof typeof directions | "number" | "date" | "datetime-local";
    /** A button beside the box. */
    children?: ReactNode;
  }) {
  const attributes = useAttributes(shared);
  const control = (
    <input
      key={shared.field.key}
      {...attributes}
      type={type}
      placeholder={placeholder}
      maxLength={maxLength}
      min={min}
      max={max}
      className={`z-control ${className}`}
      dir={dir ?? directions[type as "text"]}
      autoComplete="off"
    />
  );
  return (
    <Frame {...shared}>
      {children ? (
        <div className="flex gap-2">
          {control}
          {children}
        </div>
      ) : (
        control
      )}
    </Frame>
  );
}

/** Several lines. */
export function AreaField({
  rows = 4,
  dir = "auto",
  maxLength,
  placeholder,
  spellCheck,
  className = "",
  ...shared
}: Shared &
  Pick<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    "rows" | "dir" | "maxLength" | "placeholder" | "spellCheck" | "className"
  >) {
  const attributes = useAttributes(shared);
  return (
    <Frame {...shared}>
      <textarea
        key={shared.field.key}
        {...attributes}
        rows={rows}
        dir={dir}
        maxLength={maxLength}
        placeholder={placeholder}
        spellCheck={spellCheck}
        className={`z-control ${className}`}
        autoComplete="off"
      />
    </Frame>
  );
}

/** A choice from options. */
export function SelectField({ options, ...shared }: Shared & { options: readonly Option[] }) {
  const attributes = useAttributes(shared);
  return (
    <Frame {...shared}>
      <select key={shared.field.key} {...attributes}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** A file, which no form can keep: after a refusal it is chosen again. */
export function FileField({
  accept,
  input,
  ...shared
}: Shared & { accept: string; input?: RefObject<HTMLInputElement> }) {
  const { className: _, ...attributes } = useAttributes(shared);
  return (
    <Frame {...shared}>
      <FileInput ref={input} accept={accept} {...attributes} />
    </Frame>
  );
}

/** A yes or no choice; its value is `on`. */
export function CheckField({ className, ...shared }: Omit<Shared, "lang" | "bare"> & { className?: string }) {
  const { field, label, hint, required, disabled } = shared;
  const error = useRefusal(field);
  return (
    <Labelled id={field.id} hint={hint} error={error} look={look}>
      <Tick
        key={field.key}
        label={label}
        required={required}
        disabled={disabled}
        className={className}
        {...describedControl(field.id, { hint, error })}
        name={field.name}
        defaultChecked={field.initialValue === "on"}
      />
    </Labelled>
  );
}

/** A tick box or, with `type`, a radio button, inside its label. */
export function Tick({
  label,
  className = "",
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, "className"> & {
  label: ReactNode;
  className?: string | undefined;
}) {
  return (
    <label className={`z-check ${className}`}>
      <input type="checkbox" {...input} className="z-tick flex-none" />
      <span>{label}</span>
    </label>
  );
}

/** Several controls under one legend, with the reason that they were refused together. */
export function FieldGroup({
  field,
  label,
  hint,
  children,
}: Pick<Shared, "field" | "label" | "hint"> & { children: ReactNode }) {
  const error = field.errors?.[0];
  return (
    <fieldset
      className="z-field"
      aria-describedby={describedControl(field.id, { hint, error })["aria-describedby"]}
    >
      <legend className="z-label mb-1">{label}</legend>
      {hint ? (
        <p id={`${field.id}-hint`} className="z-hint mb-2">
          {hint}
        </p>
      ) : null}
      {children}
      <FieldError id={field.id} error={error} look={look} />
    </fieldset>
  );
}

/** One name in every language. */
export function LocalisedField({
  field,
  languages,
}: {
  field: { getFieldset(): Partial<Record<string, FieldSource>> };
  languages: readonly Option[];
}) {
  const { t } = useTranslation();
  const names = field.getFieldset();
  return (
    <>
      {languages.map(({ value, label }) => (
        <TextField key={value} field={names[value]!} label={label} lang={value} maxLength={200} />
      ))}
      <p className="z-hint">{t("admin.genre.without")}</p>
    </>
  );
}
