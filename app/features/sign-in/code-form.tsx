import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Field } from "../../ui/field.tsx";
import { Flash } from "../../ui/flash.tsx";
import { NewPasswordField } from "../../ui/password-field.tsx";
import { StepForm, StepFrame } from "./step.tsx";

type Props = {
  /** Where the code was sent; null where this browser waits for none any more. */
  email: string | null;
  /** Where to go afterwards; already known to be of this site. */
  to: string;
  minPasswordLength: number;
  refusal: { message: string; fields: Record<string, string> } | undefined;
  busy: boolean;
  /** What a guest of the identity provider's becomes the account by, where this browser has it. */
  guestProof: string | undefined;
};

/** The second step of a new account: the code of the mail, and the password to sign in with from now on. */
export function CodeForm({ email, to, minPasswordLength, refusal, busy, guestProof }: Props) {
  const { t } = useTranslation();
  const step = (mode: string) => `/page/login?${new URLSearchParams({ mode, ...(to !== "/" && { to }) })}`;
  const again = step("sign-up");
  const { code, password } = refusal?.fields ?? {};
  if (email === null)
    return (
      <StepFrame title={t("login.codeTitle")} text={undefined}>
        <Flash tone="error" text={t("login.codeGone")} />
        <Link to={again} className="button button-primary min-h-12 w-full">
          {t("login.codeAgain")}
        </Link>
      </StepFrame>
    );
  return (
    <StepFrame title={t("login.codeTitle")} text={t("login.codeText", { email })}>
      <StepForm
        intent="sign-up"
        action={step("code")}
        refusal={refusal}
        error={code ?? password}
        submit={t("login.signUp")}
        busy={busy}
      >
        <input type="hidden" name="to" value={to} />
        {guestProof ? <input type="hidden" name="guestProof" value={guestProof} /> : null}
        <Field
          label={t("login.code")}
          hint={t("login.codeHint")}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          required
          maxLength={32}
          error={code}
        />
        {/* So that a password manager knows whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField
          label={t("login.password")}
          hint={t("login.passwordHint", { count: minPasswordLength })}
          minLength={minPasswordLength}
          error={password}
        />
      </StepForm>
      <p className="text-center">
        <Link to={again} className="button text-sm text-ink-soft underline-offset-4 hover:underline">
          {t("login.codeAgain")}
        </Link>
      </p>
    </StepFrame>
  );
}
