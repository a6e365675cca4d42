import { Check } from "lucide-react";
import { useId, type ReactNode } from "react";

export type Choice = {
  value: string;
  label: string;
  /** At the end of the row. */
  note?: string;
  /** Below the label, whole. */
  below?: string;
  lang?: string;
};

/** A choice from many, as radio buttons: arrows move between them, and each row is as high as a thumb. */
export function Choices({
  legend,
  choices,
  value,
  onChange,
  quiet = true,
}: {
  legend: string;
  choices: Choice[];
  value: string;
  onChange: (value: string) => void;
  /** The heading shows the legend already. */
  quiet?: boolean;
}) {
  const name = useId();
  return (
    <fieldset className="choices">
      <legend className={quiet ? "sr-only" : "choices-legend"}>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="choice">
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <Check aria-hidden="true" className="choice-mark" />
          <span className="choice-label">
            <span lang={choice.lang}>{choice.label}</span>
            {choice.below ? <span className="choice-below">{choice.below}</span> : null}
          </span>
          {choice.note ? <span className="choice-note">{choice.note}</span> : null}
        </label>
      ))}
    </fieldset>
  );
}

/** A check box that looks like a switch. */
export function Switch({
  icon,
  label,
  on,
  onChange,
  note,
}: {
  icon?: ReactNode;
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
  note?: string;
}) {
  return (
    <label className="choice">
      {icon}
      <span className="choice-label">
        {label}
        {note ? <span className="choice-below">{note}</span> : null}
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={on}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="switch" aria-hidden="true" />
    </label>
  );
}
