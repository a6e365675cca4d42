import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Flash } from "../../ui/flash.tsx";
import { StepFrame } from "./step.tsx";

const path = "/page/login/link";

type EnterProps = {
  /** False if this browser has no code, or its code is worth nothing. */
  usable: boolean;
  refusal: { message: string } | undefined;
  busy: boolean;
};

/** The page that the mail's link opens. Only its button signs in: what opens links by itself presses none. */
export function LinkEnter({ usable, refusal, busy }: EnterProps) {
  const { t } = useTranslation();
  if (!usable)
    return (
      <StepFrame title={t("login.linkTitle")} text={undefined}>
        <Flash tone="error" text={t("errors.bad_code")} />
        <Link to={path} className="button button-primary min-h-12 w-full">
          {t("login.forgotAgain")}
        </Link>
      </StepFrame>
    );
  return (
    <StepFrame title={t("login.linkTitle")} text={t("login.linkEnter")}>
      <Form method="post" action={`${path}?step=enter`} className="grid gap-4">
        <input type="hidden" name="intent" value="enter" />
        {refusal ? <Flash tone="error" text={refusal.message} /> : null}
        <button type="submit" className="button button-primary min-h-12 w-full" aria-busy={busy}>
          {t("login.signIn")}
        </button>
      </Form>
    </StepFrame>
  );
}
