import { useId, type InputHTMLAttributes, type ReactNode } from "react";
import { useFieldError } from "./checked-form.tsx";

type Notes = {
  hint?: string | undefined;
  /** The reason for a refusal, in the reader's language. */
  error?: string | undefined;
};

/** Class names of a labelled control. With `head` the hint is beside the label, without it below the control. */
export type FieldLook = {
  box?: string;
  head?: string;
  label: string;
  hint: string;
  error: string;
  /** For pages on which nothing else announces a refusal. */
  errorRole?: "alert";
};

const pageLook: FieldLook = {
  head: "mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3 text-sm",
  label: "font-semibold",
  hint: "text-xs text-ink-faint",
  error: "mt-1.5 text-sm font-medium text-curtain-deep",
};

/** Attributes of the control in a `Labelled` of the same id: screen readers hear its error, then its hint. */
export function describedControl(id: string, { hint, error }: Notes) {
  const notes = [error ? `${id}-error` : "", hint ? `${id}-hint` : ""].filter(Boolean).join(" ");
  return {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": notes || undefined,
  };
}

/** A control with its label, its hint, and the reason it was refused. */
export function Labelled({
  id,
  label,
  hint,
  error,
  look = pageLook,
  children,
}: Notes & {
  /** Of the control. */
  id: string;
  /** A tick box brings its own. */
  label?: string | undefined;
  look?: FieldLook;
  children: ReactNode;
}) {
  const name = label ? (
    <label htmlFor={id} className={look.label}>
      {label}
    </label>
  ) : null;
  const note = hint ? (
    <span id={`${id}-hint`} className={look.hint}>
      {hint}
    </span>
  ) : null;
  return (
    <div className={look.box}>
      {look.head ? (
        <div className={look.head}>
          {name}
          {note}
        </div>
      ) : (
        name
      )}
      {children}
      {look.head ? null : note}
      <FieldError id={id} error={error} look={look} />
    </div>
  );
}

/** The reason a control was refused. */
export function FieldError({
  id,
  error,
  look = pageLook,
}: {
  /** Of the control. */
  id: string;
  error: string | undefined;
  look?: FieldLook;
}) {
  if (!error) return null;
  return (
    <p id={`${id}-error`} className={look.error} role={look.errorRole}>
      {error}
    </p>
  );
}

export type FieldProps = InputHTMLAttributes<HTMLInputElement> &
  Notes & {
    label: string;
    /** Inside the box, at its end. */
    children?: ReactNode;
  };

/**
 * An address, a phone number and a code run from left to right in every language: in a page from right to left, a
 * half-typed address would show its parts in another order. Its start stays that of the page (controls.css).
 */
function directionOf({ type, autoComplete, dir }: InputHTMLAttributes<HTMLInputElement>) {
  const fixed = type === "email" || type === "url" || type === "tel" || autoComplete === "one-time-code";
  return dir ?? (fixed ? "ltr" : undefined);
}

/** A labelled text box. */
export function Field({ label, hint, error: refused, children, className = "", ...input }: FieldProps) {
  const id = useId();
  const error = useFieldError(input.name, refused);
  const described = describedControl(id, { hint, error });
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input {...input} {...described} dir={directionOf(input)} className={`field ${className}`} />
        {children}
      </div>
    </Labelled>
  );
}
