import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Flash } from "../../ui/flash.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { BackToSignIn } from "./forgot-form.tsx";

type Props = {
  /** False where this browser has no code, or one that opens nothing any more: all there is to do is ask for a new one. */
  usable: boolean;
  minPasswordLength: number;
  refusal: { message: string; fields: Record<string, string> } | undefined;
  busy: boolean;
};

/** Sets the new password, for who came by the link of a mail. */
export function ResetForm({ usable, minPasswordLength, refusal, busy }: Props) {
  const { t } = useTranslation();
  const error = refusal?.fields.password;
  return (
    <div className="w-full max-w-sm">
      <h1 className="text-2xl font-extrabold tracking-tight">{t("login.resetTitle")}</h1>
      {usable ? (
        <>
          <p className="mt-1 text-ink-soft">{t("login.resetText")}</p>
          <Form
            method="post"
            action="/page/login?mode=reset"
            className="mt-6 grid gap-4"
            noValidate={Boolean(error)}
          >
            <input type="hidden" name="intent" value="reset" />
            {refusal ? <Flash tone="error" text={error ? t("login.checkFields") : refusal.message} /> : null}
            <PasswordField
              label={t("login.resetTitle")}
              hint={t("login.passwordHint", { count: minPasswordLength })}
              name="password"
              autoComplete="new-password"
              required
              minLength={minPasswordLength}
              maxLength={256}
              error={error}
            />
            <button type="submit" className="button button-primary mt-1 min-h-12 w-full" aria-busy={busy}>
              {t("login.resetSave")}
            </button>
          </Form>
        </>
      ) : (
        <div className="mt-6 grid gap-4">
          <Flash tone="error" text={t("errors.bad_code")} />
          <Link to="/page/login?mode=forgot" className="button button-primary min-h-12 w-full">
            {t("login.forgotAgain")}
          </Link>
        </div>
      )}
      <div className="mt-4">
        <BackToSignIn />
      </div>
    </div>
  );
}
