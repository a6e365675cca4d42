import { useLocation } from "@remix-run/react";
import { useId } from "react";
import { longestReason } from "../../../contract/service/values.ts";
import { ConfirmStep } from "../../ui/confirm-step.tsx";
import { describedControl } from "../../ui/field.tsx";
import type { Ask, AskField } from "./outcome.ts";

/** The confirm step of the admin area, with the effect in figures and the fields it still needs. */
export function AskStep({ ask }: { ask: Ask }) {
  const { pathname, search } = useLocation();
  const { text, facts, sample, fields, hidden, idle, keep } = ask;
  return (
    <ConfirmStep
      className="z-ask"
      text={text}
      cancelTo={pathname + search}
      hidden={[...hidden, ["confirmed", "1"]]}
      details={
        facts.length + sample.length > 0 ? (
          <ul className="z-ask-facts">
            {facts.map((fact) => (
              <li key={fact} className="z-strong">
                {fact}
              </li>
            ))}
            {sample.map((one) => (
              <li key={one} className="truncate text-ink-soft" dir="auto">
                {one}
              </li>
            ))}
          </ul>
        ) : null
      }
      idle={idle}
      keep={keep}
    >
      {fields.map((field) => (
        <AskControl key={field.name} field={field} />
      ))}
    </ConfirmStep>
  );
}

function AskControl({ field }: { field: AskField }) {
  const id = useId();
  const { name, label, kind, value, required, hint, error, options } = field;
  const shared = {
    name,
    required,
    defaultValue: value,
    className: "z-control",
    ...describedControl(id, { hint, error }),
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
        <input
          {...shared}
          type={kind}
          maxLength={longestReason}
          dir={kind === "text" ? "auto" : undefined}
          autoComplete="off"
        />
      )}
      {error ? (
        <p id={`${id}-error`} className="z-error">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="z-hint">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
