import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFieldError } from "../../../ui/checked-form.tsx";
import { describedControl, Labelled } from "../../../ui/field.tsx";
import type { FieldSource } from "../../kit/forms/fields.tsx";

const look = {
  box: "z-field",
  label: "z-label",
  hint: "z-hint",
  error: "z-error",
  errorRole: "alert",
} as const;

/** The browser's own choice of a colour; beside one that can't be read, a button that takes the nearest that can. */
export function AccentField({
  field,
  nearest,
  disabled,
  onPick,
}: {
  field: FieldSource;
  /** The colour that the button takes; null = the chosen one can be read. */
  nearest: string | null;
  disabled: boolean;
  /** Called when the button has changed the colour. */
  onPick: () => void;
}) {
  const { t } = useTranslation();
  const refused = useFieldError(field.name, field.errors?.[0]);
  const error = refused ?? (nearest ? t("errors.field.contrast") : undefined);
  const hint = t("admin.settingHint.brandAccent");
  const input = useRef<HTMLInputElement>(null);
  return (
    <Labelled id={field.id} label={t("admin.setting.brandAccent")} hint={hint} error={error} look={look}>
      <div className="z-row">
        <input
          ref={input}
          {...describedControl(field.id, { hint, error })}
          key={String(field.initialValue)}
          type="color"
          name={field.name}
          defaultValue={String(field.initialValue)}
          disabled={disabled}
          className="z-control z-brand-colour"
        />
        {nearest && !disabled ? (
          <button
            type="submit"
            name="intent"
            value="nearest"
            formNoValidate
            className="z-button"
            onClick={(event) => {
              if (!input.current) return;
              event.preventDefault();
              input.current.value = nearest;
              onPick();
            }}
          >
            <span className="z-brand-drop" style={{ background: nearest }} aria-hidden="true" />
            {t("admin.brand.nearest", { colour: nearest })}
          </button>
        ) : null}
      </div>
    </Labelled>
  );
}
