import { Form, Link } from "@remix-run/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { longestPassword } from "../../../contract/accounts/values.ts";
import { Field } from "../../ui/field.tsx";
import { Flash } from "../../ui/flash.tsx";
import { PasskeyButton } from "../../ui/passkey-button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";

type Props = {
  /** Where the form was going, or the page that waits. */
  to: string;
  /** Codes of an app, and recovery codes, confirm too. */
  hasApp: boolean;
  /** The domain of the account's passkeys; null if it has none. */
  rpId: string | null;
  /** The provider at which the account is linked; null if it is not. Signing in there anew confirms the page that waits. */
  provider: string | null;
  /** The form that waits; null = a page. */
  fields: [name: string, value: string][] | null;
  refusal: { message: string; fields: Record<string, string> } | undefined;
};

/** Takes the password or a code of the second factor, then sends the form that had to be confirmed. */
export function ConfirmForm({ to, hasApp, rpId, provider, fields, refusal }: Props) {
  const { t } = useTranslation();
  const passkey = useRef<HTMLInputElement>(null);
  const { password, code } = refusal?.fields ?? {};
  return (
    <div className="w-full max-w-sm">
      <h1 className="text-2xl font-extrabold tracking-tight">{t("confirm.title")}</h1>
      <p className="mt-1 text-ink-soft">{t("confirm.text")}</p>
      {/* As a document: the browser itself sends the form on. */}
      <Form
        method="post"
        action={`/page/confirm?${new URLSearchParams({ to })}`}
        reloadDocument
        className="mt-6 grid gap-4"
      >
        {refusal ? (
          <Flash tone="error" text={password || code ? t("login.checkFields") : refusal.message} />
        ) : null}
        {fields === null ? <input type="hidden" name="confirm.page" value="1" /> : null}
        <Waiting fields={fields} />
        <PasswordField
          label={t("login.password")}
          name="confirm.password"
          autoComplete="current-password"
          required={!hasApp}
          maxLength={longestPassword}
          error={password}
        />
        {hasApp ? (
          <Field
            label={t("confirm.code")}
            name="confirm.code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={64}
            error={code}
          />
        ) : null}
        <input type="hidden" name="confirm.passkey" ref={passkey} />
        <button type="submit" className="button button-primary mt-1 min-h-12 w-full">
          {t("login.codeSend")}
        </button>
      </Form>
      {rpId === null ? null : (
        <div className="mt-3">
          <PasskeyButton
            purpose="confirm"
            rpId={rpId}
            label={t("login.passkeyUse")}
            onAnswer={(answer) => {
              passkey.current!.value = answer;
              // Not requestSubmit: the password may stay empty.
              passkey.current!.form!.submit();
            }}
          />
        </div>
      )}
      {provider === null ? null : <ByProvider name={provider} to={to} fields={fields} />}
      <p className="mt-3 text-center">
        <Link
          to="/page/login?mode=forgot"
          className="button text-sm text-ink-soft underline-offset-4 hover:underline"
        >
          {t("login.forgot")}
        </Link>
      </p>
    </div>
  );
}

/** The fields of the form that waits. */
function Waiting({ fields }: Pick<Props, "fields">) {
  return fields?.map(([name, value], place) => <input key={place} type="hidden" name={name} value={value} />);
}

/**
 * Signing in anew at the provider. A form that waits would be lost on the way there: so it stays here, the provider
 * opens in a tab of its own, and a button sends the form on.
 */
function ByProvider({ name, to, fields }: { name: string } & Pick<Props, "to" | "fields">) {
  const { t } = useTranslation();
  const aside = fields !== null;
  return (
    <>
      <Form
        method="post"
        action="/page/login/oidc"
        className="mt-3"
        {...(aside && { target: "_blank", reloadDocument: true })}
      >
        <input type="hidden" name="intent" value="oidc" />
        <input type="hidden" name="to" value={aside ? "/page/confirm?view=done" : to} />
        <button type="submit" className="button button-quiet min-h-12 w-full">
          <span className="wrap-anywhere">{t("login.oidc", { name })}</span>
        </button>
      </Form>
      {aside ? (
        <Form method="post" action={to} reloadDocument className="mt-2 grid gap-2">
          <Waiting fields={fields} />
          <p className="text-center text-sm text-ink-soft">{t("confirm.newTab")}</p>
          <button type="submit" className="button button-quiet min-h-12 w-full">
            {t("confirm.goOn")}
          </button>
        </Form>
      ) : null}
    </>
  );
}

/** In the provider's tab, after the sign-in there. */
export function ConfirmedAside() {
  const { t } = useTranslation();
  return (
    <div className="w-full max-w-sm">
      <h1 className="text-2xl font-extrabold tracking-tight">{t("confirm.done")}</h1>
      <p className="mt-1 text-ink-soft">{t("confirm.doneText")}</p>
    </div>
  );
}
