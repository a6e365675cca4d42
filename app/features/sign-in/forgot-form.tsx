import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Field } from "../../ui/field.tsx";
import { Flash } from "../../ui/flash.tsx";
import type { SignInFormProps } from "./sign-in-form.tsx";

type Props = {
  /** Whether this service can send mail at all. */
  possible: boolean;
  sent: boolean;
  refusal: SignInFormProps["refusal"];
  busy: boolean;
};

/** Asks for a link that sets a new password. What it answers says nothing of whether there is such an account. */
export function ForgotForm({ possible, sent, refusal, busy }: Props) {
  const { t } = useTranslation();
  const error = refusal?.fields.email;
  return (
    <div className="w-full max-w-sm">
      <h1 className="text-2xl font-extrabold tracking-tight">{t("login.forgotTitle")}</h1>
      {possible ? <p className="mt-1 text-ink-soft">{t("login.forgotText")}</p> : null}
      <div className="mt-6 grid gap-4">
        {possible ? null : <Flash tone="error" text={t("login.forgotNone")} />}
        {sent && possible && !refusal ? <Flash tone="done" text={t("login.forgotSent")} /> : null}
        {possible ? (
          <Form
            method="post"
            action="/page/login?mode=forgot"
            className="grid gap-4"
            noValidate={Boolean(error)}
          >
            <input type="hidden" name="intent" value="forgot" />
            {refusal ? <Flash tone="error" text={error ? t("login.checkFields") : refusal.message} /> : null}
            <Field
              label={t("login.email")}
              name="email"
              type="email"
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
              maxLength={254}
              defaultValue={refusal?.typed.email}
              error={error}
            />
            <button type="submit" className="button button-primary mt-1 min-h-12 w-full" aria-busy={busy}>
              {t("login.forgotSend")}
            </button>
          </Form>
        ) : null}
        <BackToSignIn />
      </div>
    </div>
  );
}

/** The way back to the form everybody came from. */
export function BackToSignIn() {
  const { t } = useTranslation();
  return (
    <p className="text-center">
      <Link to="/page/login" className="button text-sm text-ink-soft underline-offset-4 hover:underline">
        {t("login.backToSignIn")}
      </Link>
    </p>
  );
}
