import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Flash } from "../../ui/flash.tsx";
import { NewPasswordField } from "../../ui/password-field.tsx";
import { StepForm, StepFrame } from "./step.tsx";

type Props = {
  /** False if this browser has no valid code: the page then offers only to request a new one. */
  usable: boolean;
  minPasswordLength: number;
  refusal: { message: string; fields: Record<string, string> } | undefined;
  busy: boolean;
};

/** Sets the new password, after the user followed the link of a mail. */
export function ResetForm({ usable, minPasswordLength, refusal, busy }: Props) {
  const { t } = useTranslation();
  const error = refusal?.fields.password;
  return (
    <StepFrame title={t("login.resetTitle")} text={usable ? t("login.resetText") : undefined}>
      {usable ? (
        <StepForm intent="reset" refusal={refusal} error={error} submit={t("login.resetSave")} busy={busy}>
          <NewPasswordField
            label={t("login.resetTitle")}
            hint={t("login.passwordHint", { count: minPasswordLength })}
            minLength={minPasswordLength}
            error={error}
          />
        </StepForm>
      ) : (
        <>
          <Flash tone="error" text={t("errors.bad_code")} />
          <Link to="/page/login?mode=forgot" className="button button-primary min-h-12 w-full">
            {t("login.forgotAgain")}
          </Link>
        </>
      )}
    </StepFrame>
  );
}
