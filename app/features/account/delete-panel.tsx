import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { longestPassword } from "../../../contract/accounts/values.ts";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import type { Outcome } from "./outcome.ts";
import { errorOf, Panel, Refused } from "./panel.tsx";

type Props = {
  member: boolean;
  asksPassword: boolean;
  /** The account may have no password: the user signs in with another service. */
  mayLackPassword: boolean;
  outcome: Outcome | undefined;
  busy: boolean;
};

/** The confirm step before deleting an account: lists what is deleted, and asks for what its provider wants for that. */
export function DeletePanel({ member, asksPassword, mayLackPassword, outcome, busy }: Props) {
  const { t } = useTranslation();
  return (
    <Panel title={t(member ? "profile.delete" : "profile.deleteGuest")}>
      <Refused outcome={outcome} />
      <CheckedForm
        method="post"
        action="/profile?view=delete"
        className="grid gap-4 rounded-xl bg-card p-4 shadow-card"
      >
        <input type="hidden" name="intent" value="delete" />
        <p className="text-ink-soft">{t(member ? "profile.deleteText" : "profile.deleteGuestText")}</p>
        {asksPassword ? (
          <PasswordField
            label={t("login.password")}
            name="password"
            autoComplete="current-password"
            required
            maxLength={longestPassword}
            error={errorOf(outcome, "password")}
          />
        ) : null}
        {asksPassword && mayLackPassword ? (
          // Without scripts, access to the account's mailbox proves ownership.
          <p className="text-sm text-ink-soft">
            {t("profile.noPassword")}{" "}
            <Link to="/page/login?mode=forgot" className="font-semibold text-curtain-deep underline">
              {t("profile.setPassword")}
            </Link>
          </p>
        ) : null}
        <div className="flex flex-wrap justify-end gap-2.5">
          <Link to="/profile" className="button button-quiet min-w-24">
            <span className="inline-block first-letter:uppercase">{t("dialog.cancel")}</span>
          </Link>
          <button type="submit" className="button button-primary" aria-busy={busy}>
            {t(member ? "profile.delete" : "profile.deleteGuest")}
          </button>
        </div>
      </CheckedForm>
    </Panel>
  );
}
