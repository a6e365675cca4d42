import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Field } from "../../ui/field.tsx";
import { Flash } from "../../ui/flash.tsx";
import { NewPasswordField } from "../../ui/password-field.tsx";
import { StepForm, StepFrame } from "./step.tsx";

type Props = {
  /** Address the code was sent to; null if this browser no longer waits for one. */
  email: string | null;
  /** The page to continue with; already checked to be of this site. */
  to: string;
  minPasswordLength: number;
  refusal: { message: string; fields: Record<string, string> } | undefined;
  busy: boolean;
  /** The proof with which the identity provider's guest becomes the account, if this browser has it. */
  guestProof: string | undefined;
};

/** The second step of a new account: the code from the mail, and the password for future sign-ins. */
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
          required
          maxLength={32}
          error={code}
        />
        {/* Lets a password manager find the account. */}
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
