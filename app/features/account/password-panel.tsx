import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { longestPassword } from "../../../contract/accounts/values.ts";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { NewPasswordField, PasswordField } from "../../ui/password-field.tsx";
import type { Outcome } from "./outcome.ts";
import { errorOf, Panel, Refused } from "./panel.tsx";

type Props = { email: string; minPasswordLength: number; outcome: Outcome | undefined; busy: boolean };

/** Sets a new password, given the present one. */
export function PasswordPanel({ email, minPasswordLength, outcome, busy }: Props) {
  const { t } = useTranslation();
  const saved = outcome !== undefined && "done" in outcome;
  return (
    <Panel title={t("profile.password")}>
      <Refused outcome={outcome} />
      <CheckedForm
        // Cleared after a successful save.
        key={saved ? "saved" : "form"}
        method="post"
        action="/profile?view=password"
        className="grid gap-4 rounded-xl bg-card p-4 shadow-card"
      >
        <input type="hidden" name="intent" value="password" />
        {/* Lets a password manager find the account. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t("profile.current")}
          name="current"
          autoComplete="current-password"
          required
          maxLength={longestPassword}
          error={errorOf(outcome, "current")}
        />
        <NewPasswordField
          label={t("login.resetTitle")}
          hint={t("login.passwordHint", { count: minPasswordLength })}
          minLength={minPasswordLength}
          error={errorOf(outcome, "password")}
        />
        <button type="submit" className="button button-primary min-h-12" aria-busy={busy}>
          {t("login.resetSave")}
        </button>
        <Link
          to="/page/login?mode=forgot"
          className="button -my-1 text-sm text-ink-soft underline-offset-4 hover:underline"
        >
          {t("login.forgot")}
        </Link>
      </CheckedForm>
    </Panel>
  );
}
