import { useId, type InputHTMLAttributes, type ReactNode } from "react";

export type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  hint?: string | undefined;
  /** The server's reason for a refusal, in the reader's language. */
  error?: string | undefined;
  /** Inside the box, at its end. */
  children?: ReactNode;
};

/** A labelled text box with its hint and its error next to it, tied together for screen readers. */
export function Field({ label, hint, error, children, className = "", ...input }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint ? (
          <span id={`${id}-hint`} className="text-xs text-ink-faint">
            {hint}
          </span>
        ) : null}
      </div>
      <div className="relative">
        <input
          {...input}
          id={id}
          className={`field ${className}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {children}
      </div>
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-curtain-deep">
          {error}
        </p>
      ) : null}
    </div>
  );
}
