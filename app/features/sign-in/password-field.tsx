import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field, type FieldProps } from "./field.tsx";

/** A password's box; once scripts run it can show what was typed. */
export function PasswordField(props: FieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field {...props} type={shown ? "text" : "password"} className="pe-12" dir="ltr">
      <button
        type="button"
        className="absolute inset-y-0.5 end-0.5 hidden w-11 place-items-center rounded-lg text-ink-soft scripted:grid"
        aria-label={t(shown ? "login.hide" : "login.show")}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </Field>
  );
}
