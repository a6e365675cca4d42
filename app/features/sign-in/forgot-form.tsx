import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { longestEmail } from "../../../contract/accounts/values.ts";
import { Field } from "../../ui/field.tsx";
import { Flash } from "../../ui/flash.tsx";
import type { SignInFormProps } from "./sign-in-form.tsx";
import { StepForm, StepFrame } from "./step.tsx";

type Props = {
  /** Whether this service can send mail at all. */
  possible: boolean;
  sent: boolean;
  refusal: SignInFormProps["refusal"];
  busy: boolean;
};

/** Requests a link that sets a new password. The answer does not reveal whether the account exists. */
export function ForgotForm({ possible, sent, refusal, busy }: Props) {
  const { t } = useTranslation();
  const { state } = useLocation() as { state: { email?: string } | null };
  const error = refusal?.fields.email;
  if (!possible)
    return (
      <StepFrame title={t("login.forgotTitle")} text={undefined}>
        <Flash tone="error" text={t("login.forgotNone")} />
      </StepFrame>
    );
  return (
    <StepFrame title={t("login.forgotTitle")} text={t("login.forgotText")}>
      {sent && !refusal ? <Flash tone="done" text={t("login.forgotSent")} /> : null}
      <StepForm intent="forgot" refusal={refusal} error={error} submit={t("login.forgotSend")} busy={busy}>
        <Field
          label={t("login.email")}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={longestEmail}
          defaultValue={refusal?.typed.email ?? state?.email}
          error={error}
        />
      </StepForm>
    </StepFrame>
  );
}
