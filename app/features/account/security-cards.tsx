import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { Field } from "../../ui/field.tsx";
import { Flash } from "../../ui/flash.tsx";

/** Codes of one set, as the API makes them. */
const recoverySet = 10;
export const card = "rounded-xl bg-card p-4 shadow-card";

/** Where the page's forms go: `to` is the admin's page that waits. */
export const pageOf = (to: string) =>
  `/profile/security${to ? `?${new URLSearchParams({ to })}` : ""}` as const;

/** Whether codes of an app are asked for, and what can be done about it. */
export function FactorCard({ since, to, busy }: { since: string | null; to: string; busy: boolean }) {
  const { t } = useTranslation();
  if (since === null)
    return (
      <section className={`${card} grid gap-4`}>
        <div>
          <h2 className="font-semibold">{t("security.factor")}</h2>
          <p className="mt-1 text-ink-soft">{t("security.factorText")}</p>
        </div>
        <Write intent="begin" to={to} label={t("security.setUp")} primary busy={busy} />
      </section>
    );
  return (
    <section className={card}>
      <h2 className="font-semibold">{t("security.factor")}</h2>
      <p className="mt-1 text-ink-soft">{t("security.on", { date: since })}</p>
      <Fold label={t("security.turnOff")} text={t("security.turnOffText")}>
        <Write intent="turn-off" to={to} label={t("security.turnOff")} busy={busy} />
      </Fold>
    </section>
  );
}

/** How many recovery codes are left, and the way to new ones. */
export function RecoveryCard({ left, to, busy }: { left: number; to: string; busy: boolean }) {
  const { t } = useTranslation();
  return (
    <section className={card}>
      <h2 className="font-semibold">{t("security.codes")}</h2>
      <p className="mt-1 text-ink-soft">{t("security.codesLeft", { count: left, total: recoverySet })}</p>
      <Fold label={t("security.codesNew")} text={t("security.codesNewText")}>
        <Write intent="renew-codes" to={to} label={t("security.codesNew")} busy={busy} />
      </Fold>
    </section>
  );
}

/** Says what a button does before it is there to press. */
export function Fold({ label, text, children }: { label: string; text: string; children: ReactNode }) {
  return (
    <details className="group mt-2">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center font-semibold text-curtain-deep group-open:hidden">
        {label}
      </summary>
      <div className="mt-3 grid gap-3 border-t border-line pt-3">
        <p className="text-sm text-ink-soft">{text}</p>
        {children}
      </div>
    </details>
  );
}

type WriteProps = {
  intent: string;
  /** What the write is about. */
  fields?: Record<string, string>;
  to: string;
  label: string;
  primary?: boolean;
  busy: boolean;
};

/** A button that writes. */
export function Write({ intent, fields = {}, to, label, primary = false, busy }: WriteProps) {
  return (
    <Form method="post" action={pageOf(to)}>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        className={`button ${primary ? "button-primary" : "button-quiet"} min-h-12 w-full`}
        aria-busy={busy}
      >
        {label}
      </button>
    </Form>
  );
}

type SetUpProps = {
  ticket: string;
  secret: string;
  uri: string;
  qr: { size: number; path: string };
  to: string;
  error: string | undefined;
  busy: boolean;
};

/** The secret for the authenticator app, drawn and in letters, and the field for its first code. */
export function SetUpCard({ ticket, secret, uri, qr, to, error, busy }: SetUpProps) {
  const { t } = useTranslation();
  return (
    <section className={`${card} grid gap-4`}>
      <div>
        <h2 className="font-semibold">{t("security.scan")}</h2>
        <p className="mt-1 text-sm text-ink-soft">{t("security.scanText")}</p>
      </div>
      <svg
        role="img"
        aria-label={t("security.qr")}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="mx-auto w-full max-w-56 rounded-lg bg-white text-black"
      >
        <path d={qr.path} fill="currentColor" />
      </svg>
      <a href={uri} className="button button-quiet">
        {t("security.openApp")}
      </a>
      <div>
        <p className="text-sm font-semibold">{t("security.key")}</p>
        <p dir="ltr" className="mt-1 font-mono text-sm tracking-wide wrap-anywhere select-all">
          {secret.replaceAll(/.{4}(?=.)/g, "$& ")}
        </p>
      </div>
      <CheckedForm
        method="post"
        action={pageOf(to)}
        className="grid gap-4 border-t border-line pt-4"
        noValidate={Boolean(error)}
      >
        <input type="hidden" name="intent" value="turn-on" />
        <input type="hidden" name="ticket" value={ticket} />
        <Field
          label={t("security.enter")}
          hint={t("login.codeHint")}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={64}
          error={error}
        />
        <button type="submit" className="button button-primary min-h-12" aria-busy={busy}>
          {t("security.turnOn")}
        </button>
      </CheckedForm>
    </section>
  );
}

/** The recovery codes, the only time they are shown. */
export function CodesCard({ codes, isNew, to }: { codes: string[]; isNew: boolean; to: string }) {
  const { t } = useTranslation();
  const file = `${t("app.name")}: ${t("security.codes")}\r\n\r\n${codes.join("\r\n")}\r\n`;
  return (
    <>
      {isNew ? <Flash tone="done" text={t("security.turnedOn")} /> : null}
      <section className={`${card} grid gap-4`}>
        <div>
          <h2 className="font-semibold">{t("security.codes")}</h2>
          <p className="mt-1 text-ink-soft">{t("security.codesText")}</p>
        </div>
        <ul
          dir="ltr"
          className="grid justify-center gap-x-6 gap-y-1.5 rounded-lg bg-mist p-4 font-mono text-sm select-all @min-[420px]/page:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="whitespace-nowrap">
              {code}
            </li>
          ))}
        </ul>
        <div className="grid gap-2.5">
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
            download="matinee-recovery-codes.txt"
            className="button button-quiet min-h-12"
          >
            {t("security.codesSave")}
          </a>
          <Link
            to={to || "/profile/security"}
            reloadDocument={to !== ""}
            className="button button-primary min-h-12"
          >
            {t(to ? "security.toAdmin" : "security.done")}
          </Link>
        </div>
      </section>
    </>
  );
}
