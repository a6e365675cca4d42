import { Form, Link } from "@remix-run/react";
import { BadgeCheck, MailQuestion } from "lucide-react";
import { useTranslation } from "react-i18next";
import { longestEmail } from "../../../contract/accounts/values.ts";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { Field } from "../../ui/field.tsx";

const card = "rounded-xl bg-card p-4 shadow-card";

type Shared = {
  /** The page to go on with afterwards; empty = none. */
  to: string;
  busy: boolean;
};

const pageOf = (to: string) => `/profile/address${to ? `?${new URLSearchParams({ to })}` : ""}`;

/** The account's address, and a way to prove it. */
export function OwnAddressCard({
  email,
  confirmed,
  possible,
  to,
  busy,
}: Shared & { email: string; confirmed: boolean | null; possible: boolean }) {
  const { t } = useTranslation();
  const Sign = confirmed ? BadgeCheck : MailQuestion;
  return (
    <section className={`${card} grid gap-3`}>
      <div className="flex items-start gap-3">
        <Sign
          aria-hidden="true"
          className={`mt-0.5 size-5.5 shrink-0 ${confirmed === false ? "text-gold" : "text-ink-soft"}`}
          strokeWidth={1.75}
        />
        <div className="min-w-0">
          <p className="font-semibold break-words">
            <bdi>{email}</bdi>
          </p>
          {confirmed === null ? null : (
            <p className="text-sm text-ink-soft">
              {t(confirmed ? "address.confirmed" : "address.unconfirmed")}
            </p>
          )}
        </div>
      </div>
      {confirmed === false && possible ? (
        <Form method="post" action={pageOf(to)} className="grid gap-3">
          <input type="hidden" name="intent" value="send" />
          <input type="hidden" name="to" value={to} />
          <button type="submit" className="button button-primary min-h-12 w-full" aria-busy={busy}>
            {t("address.send")}
          </button>
        </Form>
      ) : null}
    </section>
  );
}

/** The field for the code that was mailed. `email`: the address that shall take the place; null = the account's own. */
export function AddressCodeCard({
  email,
  ticket,
  own,
  error,
  to,
  busy,
}: Shared & { email: string | null; ticket: string; own: string; error: string | undefined }) {
  const { t } = useTranslation();
  return (
    <section className={card}>
      <h2 className="font-semibold">{t("login.codeTitle")}</h2>
      <p className="mt-1 text-ink-soft">
        {t(email === null ? "address.sent" : "login.codeText", { email: email ?? own })}
      </p>
      <CheckedForm method="post" action={pageOf(to)} className="mt-4 grid gap-4">
        <input type="hidden" name="intent" value={email === null ? "confirm" : "change"} />
        <input type="hidden" name="ticket" value={ticket} />
        <input type="hidden" name="to" value={to} />
        {email === null ? null : <input type="hidden" name="email" value={email} />}
        <Field
          label={t("login.code")}
          name="code"
          hint={t("login.codeHint")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
          error={error}
        />
        <button type="submit" className="button button-primary min-h-12 w-full" aria-busy={busy}>
          {t(email === null ? "address.confirm" : "address.change")}
        </button>
      </CheckedForm>
      <p className="mt-3 text-center">
        <Link to={pageOf(to)} className="button text-sm text-ink-soft underline-offset-4 hover:underline">
          {t("login.codeAgain")}
        </Link>
      </p>
    </section>
  );
}

/** Begins the change to another address. */
export function NewAddressCard({
  typed,
  error,
  to,
  busy,
}: Shared & { typed: string; error: string | undefined }) {
  const { t } = useTranslation();
  return (
    <section className={card}>
      <h2 className="font-semibold">{t("address.changeTitle")}</h2>
      <p className="mt-1 text-sm text-ink-soft">{t("address.changeText")}</p>
      <CheckedForm method="post" action={pageOf(to)} className="mt-4 grid gap-4">
        <input type="hidden" name="intent" value="send" />
        <input type="hidden" name="to" value={to} />
        <Field
          label={t("address.new")}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={longestEmail}
          defaultValue={typed}
          dir="ltr"
          required
          error={error}
        />
        <button type="submit" className="button button-quiet min-h-12 w-full" aria-busy={busy}>
          {t("login.codeSend")}
        </button>
      </CheckedForm>
    </section>
  );
}
