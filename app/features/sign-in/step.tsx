import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { Flash } from "../../ui/flash.tsx";

/**
 * One step of a forgotten password or a new account: its name, its instructions, and the link back to the sign-in form.
 */
export function StepFrame({
  title,
  text,
  children,
}: {
  title: string;
  text: string | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className="w-full max-w-sm">
      <h1 className="text-2xl font-extrabold tracking-tight">{title}</h1>
      {text ? <p className="mt-1 text-ink-soft">{text}</p> : null}
      <div className="mt-6 grid gap-4">
        {children}
        <p className="text-center">
          <Link to="/page/login" className="button text-sm text-ink-soft underline-offset-4 hover:underline">
            {t("login.backToSignIn")}
          </Link>
        </p>
      </div>
    </div>
  );
}

type StepFormProps = {
  intent: "forgot" | "reset" | "sign-up" | "link";
  /** The step's own address, if it differs from the one of its intent. */
  action?: string;
  /** Why it was refused as a whole; `error` belongs to a field. */
  refusal: { message: string } | undefined;
  error: string | undefined;
  submit: string;
  busy: boolean;
  children: ReactNode;
};

/** The form of a step: its fields, with the reason for a refusal above them. */
export function StepForm({
  intent,
  action = `/page/login?mode=${intent}`,
  refusal,
  error,
  submit,
  busy,
  children,
}: StepFormProps) {
  const { t } = useTranslation();
  return (
    <CheckedForm method="post" action={action} className="grid gap-4" noValidate={Boolean(error)}>
      <input type="hidden" name="intent" value={intent} />
      {refusal ? <Flash tone="error" text={error ? t("login.checkFields") : refusal.message} /> : null}
      {children}
      <button type="submit" className="button button-primary mt-1 min-h-12 w-full" aria-busy={busy}>
        {submit}
      </button>
    </CheckedForm>
  );
}
