import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { longestEmail } from "../../../contract/accounts/values.ts";
import { Field } from "../../ui/field.tsx";
import { Flash } from "../../ui/flash.tsx";
import type { SignInFormProps } from "./sign-in-form.tsx";
import { StepForm, StepFrame } from "./step.tsx";

type MailRequestProps = {
  /** What the mailed link does: signs in, or sets a new password. */
  intent: "link" | "forgot";
  /** Whether this service sends such links. */
  possible: boolean;
  sent: boolean;
  /** Of a link that signs in: the page to continue with, already checked to be of this site. */
  to?: string;
  refusal: SignInFormProps["refusal"];
  busy: boolean;
};

/** Asks for a mailed link. The answer does not reveal whether the account exists. */
export function MailRequest({ intent, possible, sent, to, refusal, busy }: MailRequestProps) {
  const { t } = useTranslation();
  const { state } = useLocation() as { state: { email?: string } | null };
  const error = refusal?.fields.email;
  const title = t(`login.${intent}Title`);
  if (!possible)
    return (
      <StepFrame title={title} text={undefined}>
        <Flash tone="error" text={t("login.forgotNone")} />
      </StepFrame>
    );
  const action = intent === "link" ? { action: "/page/login/link" } : {};
  return (
    <StepFrame title={title} text={t(`login.${intent}Text`)}>
      {sent && !refusal ? <Flash tone="done" text={t("login.forgotSent")} /> : null}
      <StepForm
        intent={intent}
        {...action}
        refusal={refusal}
        error={error}
        submit={t("login.forgotSend")}
        busy={busy}
      >
        {to === undefined ? null : <input type="hidden" name="to" value={to} />}
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
