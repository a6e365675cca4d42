import { Form, Link, useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { longestReason } from "../../../contract/service/values.ts";
import { Flash } from "../../ui/flash.tsx";
import type { Ask, AskField } from "./outcome.ts";

/**
 * The confirm dialog of the admin area (title, description, cancel and ok, as everywhere), with the effect in figures
 * and the fields it still needs. Without scripts it is a step of the page; with scripts the same element is modal.
 */
export function AskStep({ ask }: { ask: Ask }) {
  const { t } = useTranslation();
  const id = useId();
  const { pathname, search } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [left, setLeft] = useState(false);
  const busy = useNavigation().formMethod === "POST";
  useEffect(() => {
    const element = dialog.current;
    element?.removeAttribute("open");
    element?.showModal();
    return () => element?.close();
  }, []);
  if (left) return null;
  return (
    <dialog
      open
      ref={dialog}
      className="z-ask"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={() => setLeft(true)}
    >
      <h2 id={`${id}-title`}>{t("dialog.title")}</h2>
      <p id={`${id}-text`} className="mt-1 text-ink-soft">
        {ask.text}
      </p>
      {ask.error ? (
        <div className="mt-3">
          <Flash tone="error" text={ask.error} />
        </div>
      ) : null}
      {ask.facts.length + ask.sample.length > 0 ? (
        <ul className="z-ask-facts">
          {ask.facts.map((fact) => (
            <li key={fact} className="z-strong">
              {fact}
            </li>
          ))}
          {ask.sample.map((one) => (
            <li key={one} className="truncate text-ink-soft" dir="auto">
              {one}
            </li>
          ))}
        </ul>
      ) : null}
      <Form method="post" preventScrollReset className="mt-4 grid gap-4">
        {ask.hidden.map(([name, value], place) => (
          <input key={`${name}-${place}`} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="confirmed" value="1" />
        {ask.fields.map((field) => (
          <AskControl key={field.name} field={field} />
        ))}
        <div className="flex flex-wrap justify-end gap-2.5">
          <Link
            to={pathname + search}
            className="button button-quiet min-w-24"
            onClick={(event) => {
              event.preventDefault();
              dialog.current?.close();
            }}
          >
            <span className="inline-block first-letter:uppercase">{t("dialog.cancel")}</span>
          </Link>
          {ask.idle ? null : (
            <button type="submit" className="button button-primary min-w-24" aria-busy={busy}>
              <span className="inline-block first-letter:uppercase">{t("dialog.ok")}</span>
            </button>
          )}
        </div>
      </Form>
    </dialog>
  );
}

function AskControl({ field }: { field: AskField }) {
  const id = useId();
  const { name, label, kind, value, required, hint, error, options } = field;
  const shared = {
    id,
    name,
    required,
    defaultValue: value,
    className: "z-control",
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error || hint ? `${id}-note` : undefined,
  };
  return (
    <div className="z-field">
      <label htmlFor={id} className="z-label">
        {label}
      </label>
      {kind === "select" ? (
        <select {...shared}>
          {options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input {...shared} type={kind} maxLength={longestReason} dir={kind === "text" ? "auto" : undefined} />
      )}
      {error || hint ? (
        <p id={`${id}-note`} className={error ? "z-error" : "z-hint"}>
          {error ?? hint}
        </p>
      ) : null}
    </div>
  );
}
