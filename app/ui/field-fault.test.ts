import { expect, test } from "vitest";
import { faultOf, type Checkable, type Fault } from "./field-fault.ts";

const control = (parts: Partial<Checkable>): Checkable => ({
  ...{ name: "one", type: "text", value: "", willValidate: true, validity: {}, minLength: -1, maxLength: -1 },
  ...parts,
});

test.each<[string, Partial<Checkable>, Fault["text"] | null, string?]>([
  ["an allowed value", { value: "Mia" }, null],
  ["nothing where a text is required", { validity: { valueMissing: true } }, "errors.field.required"],
  ["no choice", { type: "radio", validity: { valueMissing: true } }, "errors.field.choice"],
  ["no option", { type: "select-one", validity: { valueMissing: true } }, "errors.field.choice"],
  ["no file", { type: "file", validity: { valueMissing: true } }, "file.missing"],
  [
    "half an address",
    { type: "email", value: "mia@", validity: { typeMismatch: true }, minLength: 10 },
    "rule.email",
  ],
  [
    "an address of no page",
    { type: "url", value: "mia", validity: { typeMismatch: true } },
    "errors.field.format",
  ],
  ["another pattern", { value: "x", validity: { patternMismatch: true } }, "errors.field.format"],
  ["a short text", { value: "secret", minLength: 8 }, "rule.longer", "8"],
  ["an empty text that may be left out", { minLength: 8 }, null],
  ["a long text", { value: "secret", maxLength: 5 }, "rule.shorter", "5"],
  ["a text as long as allowed", { value: "secret", minLength: 6, maxLength: 6 }, null],
  ["no number", { type: "number", validity: { badInput: true, valueMissing: true } }, "errors.field.type"],
  [
    "a small number",
    { type: "number", value: "0", min: "1", validity: { rangeUnderflow: true } },
    "rule.least",
    "1",
  ],
  [
    "a large number",
    { type: "number", value: "9", max: "5", validity: { rangeOverflow: true } },
    "rule.most",
    "5",
  ],
  ["an early day", { type: "date", validity: { rangeUnderflow: true } }, "errors.field.too_small"],
  ["a late day", { type: "date", validity: { rangeOverflow: true } }, "errors.field.too_big"],
  [
    "a step between",
    { type: "number", value: "1.5", validity: { stepMismatch: true } },
    "errors.field.format",
  ],
  ["what the user can't change", { willValidate: false, validity: { valueMissing: true } }, null],
])("%s", (_, parts, text, bound = "") => {
  expect(faultOf(control(parts))).toEqual(text && { text, bound });
});
