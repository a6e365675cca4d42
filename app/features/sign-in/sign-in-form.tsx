import { Link, useNavigate } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { longestEmail, longestPassword, longestUserName } from "../../../contract/accounts/values.ts";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { Flash } from "../../ui/flash.tsx";
import { Field } from "../../ui/field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";

export type SignInFormProps = {
  mode: "sign-in" | "sign-up";
  /** The page to continue with; already checked to be of this site. */
  to: string;
  minPasswordLength: number;
  /** Whether a new account begins with a mailed code: the password is then chosen together with it. */
  confirm: boolean;
  refusal:
    { message: string; fields: Record<string, string>; typed: { email: string; name: string } } | undefined;
  busy: boolean;
  /** The document is one of the admin area, whose session has ended. */
  inAdmin: boolean;
  /** A result of another page that ends here, in the reader's language. */
  notice?: string | undefined;
  /** The proof with which the identity provider's guest becomes the account, if this browser has it. */
  guestProof?: string | undefined;
  /** Whether a mailed link can sign in. */
  linkPossible: boolean;
  /** Another way to sign in, below the form. */
  children?: ReactNode;
};

/** Sign-in and sign-up: one form that is sent to the server, with or without scripts. */
export function SignInForm({
  mode,
  to,
  minPasswordLength,
  confirm,
  refusal,
  busy,
  inAdmin,
  notice,
  guestProof,
  linkPossible,
  children,
}: SignInFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isNew = mode === "sign-up";
  const isFirstStep = isNew && confirm;
  const marked = Object.keys(refusal?.fields ?? {}).length > 0;
  // With the history and not in the address, which servers log.
  const takeEmailAlong = (event: MouseEvent<HTMLAnchorElement>) => {
    const form = document.querySelector<HTMLFormElement>("form:has(input[name=password])");
    const email = form && new FormData(form).get("email");
    if (!email || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(event.currentTarget.getAttribute("href")!, { state: { email } });
  };
  return (
    <div className="w-full max-w-sm">
      <h1 className="text-2xl font-extrabold tracking-tight">{t(isNew ? "login.join" : "login.welcome")}</h1>
      <p className="mt-1 text-ink-soft">{t(isNew ? "login.joinText" : "login.welcomeText")}</p>
      <nav
        aria-label={t("login.choose")}
        className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] rounded-[1.625rem] bg-mist p-1 text-sm font-semibold"
      >
        <ModeLink current={!isNew} mode="sign-in" to={to} label={t("login.signIn")} />
        <ModeLink current={isNew} mode="sign-up" to={to} label={t("login.signUp")} />
      </nav>
      <CheckedForm method="post" className="mt-6 grid gap-4" noValidate={marked} key={mode}>
        <input type="hidden" name="intent" value={isFirstStep ? "sign-up-code" : mode} />
        <input type="hidden" name="to" value={to} />
        {inAdmin ? <input type="hidden" name="inAdmin" value="1" /> : null}
        {isNew && guestProof ? <input type="hidden" name="guestProof" value={guestProof} /> : null}
        {notice && !refusal ? <Flash tone="done" text={notice} /> : null}
        {refusal ? <Flash tone="error" text={marked ? t("login.checkFields") : refusal.message} /> : null}
        <AccountFields
          isNew={isNew}
          isFirstStep={isFirstStep}
          refusal={refusal}
          minPasswordLength={minPasswordLength}
        />
        {isNew ? null : (
          <Link
            to="?mode=forgot"
            onClick={takeEmailAlong}
            className="-my-2 inline-flex min-h-11 items-center justify-self-start text-sm font-medium text-ink-soft underline-offset-4 hover:underline"
          >
            {t("login.forgot")}
          </Link>
        )}
        <button type="submit" className="button button-primary mt-1 min-h-12 w-full" aria-busy={busy}>
          {t(isFirstStep ? "login.codeSend" : isNew ? "login.signUp" : "login.signIn")}
        </button>
      </CheckedForm>
      {isNew || !linkPossible ? null : (
        <Link
          to={`/page/login/link${to === "/" ? "" : `?${new URLSearchParams({ to })}`}`}
          onClick={takeEmailAlong}
          className="button button-quiet mt-3 min-h-12 w-full"
        >
          {t("login.link")}
        </Link>
      )}
      {children}
      <p className="mt-3 text-center">
        <Link to={to} className="button text-sm text-ink-soft underline-offset-4 hover:underline">
          {t("login.guest")}
        </Link>
      </p>
    </div>
  );
}

type AccountFieldsProps = Pick<SignInFormProps, "refusal" | "minPasswordLength"> & {
  isNew: boolean;
  isFirstStep: boolean;
};

function AccountFields({ isNew, isFirstStep, refusal, minPasswordLength }: AccountFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      {isNew ? (
        <Field
          label={t("login.name")}
          hint={t("login.optional")}
          name="name"
          autoComplete="name"
          maxLength={longestUserName}
          defaultValue={refusal?.typed.name}
          error={refusal?.fields.name}
        />
      ) : null}
      <Field
        label={t("login.email")}
        name="email"
        type="email"
        inputMode="email"
        autoComplete={isNew ? "email" : "username"}
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={longestEmail}
        defaultValue={refusal?.typed.email}
        error={refusal?.fields.email}
      />
      {isFirstStep ? null : (
        <PasswordField
          label={t("login.password")}
          hint={isNew ? t("login.passwordHint", { count: minPasswordLength }) : undefined}
          name="password"
          autoComplete={isNew ? "new-password" : "current-password"}
          required
          minLength={isNew ? minPasswordLength : undefined}
          maxLength={longestPassword}
          error={refusal?.fields.password}
        />
      )}
    </>
  );
}

function ModeLink({
  mode,
  to,
  label,
  current,
}: {
  mode: string;
  to: string;
  label: string;
  current: boolean;
}) {
  return (
    <Link
      to={`?${new URLSearchParams({ ...(mode === "sign-up" ? { mode } : {}), ...(to === "/" ? {} : { to }) })}`}
      replace
      preventScrollReset
      aria-current={current ? "page" : undefined}
      className="grid min-h-11 place-items-center rounded-full px-3 text-center text-ink-soft transition-colors aria-[current=page]:bg-card aria-[current=page]:text-ink aria-[current=page]:shadow-card"
    >
      {label}
    </Link>
  );
}
