import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { longestPassword } from "../../contract/accounts/values.ts";
import { Field, type FieldProps } from "./field.tsx";
import { useHydrated } from "./use-hydrated.ts";

/** A password field; with scripts it can show the typed text. */
export function PasswordField(props: FieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field {...props} type={shown ? "text" : "password"} className="pe-12">
      {hydrated ? (
        <button
          type="button"
          className="absolute inset-y-0.5 end-0.5 grid w-11 place-items-center rounded-lg text-ink-soft"
          aria-label={t(shown ? "login.hide" : "login.show")}
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      ) : null}
    </Field>
  );
}

type NewPasswordFieldProps = Pick<FieldProps, "label" | "hint" | "minLength" | "error">;

/** The field of a new password, named `password`. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  return (
    <PasswordField
      {...props}
      name="password"
      autoComplete="new-password"
      required
      maxLength={longestPassword}
    />
  );
}
