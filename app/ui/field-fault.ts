/** What is wrong with a control: a text of the language packs, and the bound it names. */
export type Fault = {
  text:
    | `errors.field.${"choice" | "format" | "required" | "too_big" | "too_small" | "type"}`
    | "file.missing"
    | `rule.${"email" | "least" | "longer" | "most" | "shorter"}`;
  bound: string;
};

/** The parts of a form's control that tell whether its value is allowed. */
export type Checkable = {
  name: string;
  type: string;
  value: string;
  /** False for what is hidden, disabled or read-only. */
  willValidate: boolean;
  validity: Partial<ValidityState>;
  minLength?: number;
  maxLength?: number;
  min?: string;
  max?: string;
};

const chosen = ["radio", "checkbox", "select-one", "select-multiple"];

/** @returns which constraint of its own attributes a control breaks, in the order a reader would correct them */
export function faultOf(control: Checkable): Fault | null {
  const { type, value, validity, minLength = -1, maxLength = -1, min = "", max = "" } = control;
  const fault = (text: Fault["text"], bound: string | number = ""): Fault => ({ text, bound: String(bound) });
  if (!control.willValidate) return null;
  if (validity.badInput) return fault("errors.field.type");
  if (validity.valueMissing) {
    if (type === "file") return fault("file.missing");
    return fault(chosen.includes(type) ? "errors.field.choice" : "errors.field.required");
  }
  if (validity.typeMismatch) return fault(type === "email" ? "rule.email" : "errors.field.format");
  if (validity.patternMismatch) return fault("errors.field.format");
  // Browsers check lengths only of what was typed, and not of what a page or a password manager has filled in.
  if (value !== "" && value.length < minLength) return fault("rule.longer", minLength);
  if (maxLength >= 0 && value.length > maxLength) return fault("rule.shorter", maxLength);
  const number = type === "number" || type === "range";
  if (validity.rangeUnderflow) return number ? fault("rule.least", min) : fault("errors.field.too_small");
  if (validity.rangeOverflow) return number ? fault("rule.most", max) : fault("errors.field.too_big");
  return validity.stepMismatch ? fault("errors.field.format") : null;
}
