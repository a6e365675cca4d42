import { Link, useSubmit } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { Field } from "../../ui/field.tsx";
import { Flash } from "../../ui/flash.tsx";
import { PasskeyButton } from "../../ui/passkey-button.tsx";
import { StepFrame } from "./step.tsx";

type Props = {
  /** This browser's sign-in waits for its second step. */
  waiting: boolean;
  /** The page's own query: `keys` says whether passkeys are a factor too, or the only one; `by`, which one is chosen. */
  query: URLSearchParams;
  /** The domain of passkeys; null where there are none. */
  rpId: string | null;
  refusal: { message: string; fields: Record<string, string> } | undefined;
  busy: boolean;
};

type Way = "app" | "passkey" | "recovery";

/** The second step of a sign-in. */
export function FactorForm({ waiting, query, rpId, refusal, busy }: Props) {
  const { t } = useTranslation();
  const keys = rpId === null ? null : query.get("keys");
  const ways: Way[] = [
    ...(keys === "only" ? [] : (["app"] as const)),
    ...(keys === null ? [] : (["passkey"] as const)),
    "recovery",
  ];
  const by = ways.find((way) => way === query.get("by")) ?? ways[0]!;
  if (!waiting)
    return (
      <StepFrame title={t("login.factorTitle")} text={undefined}>
        <Flash tone="error" text={t("errors.sign_in_expired")} />
      </StepFrame>
    );
  const titles: Record<Way, string> = {
    app: t("login.factorTitle"),
    passkey: t("login.passkeyTitle"),
    recovery: t("login.recoveryTitle"),
  };
  const texts: Record<Way, string> = {
    app: t("login.factorText", { app: t("app.name") }),
    passkey: t("login.passkeyText"),
    recovery: t("login.recoveryText"),
  };
  return (
    <StepFrame title={titles[by]} text={texts[by]}>
      {by === "passkey" ? (
        <PasskeyStep rpId={rpId!} refusal={refusal} />
      ) : (
        <CodeStep by={by} refusal={refusal} busy={busy} key={by} />
      )}
      <p className="grid justify-items-center">
        {ways
          .filter((way) => way !== by)
          .map((way) => (
            <OtherWay key={way} way={way} query={query} />
          ))}
      </p>
    </StepFrame>
  );
}

function OtherWay({ way, query }: { way: Way; query: URLSearchParams }) {
  const { t } = useTranslation();
  const other = new URLSearchParams(query);
  other.set("by", way);
  const labels = {
    app: "login.factorApp",
    passkey: "login.passkeyUse",
    recovery: "login.recoveryTitle",
  } as const;
  return (
    <Link
      to={`?${other}`}
      replace
      className="button text-sm text-ink-soft underline-offset-4 hover:underline"
    >
      {t(labels[way])}
    </Link>
  );
}

function PasskeyStep({ rpId, refusal }: { rpId: string; refusal: Props["refusal"] }) {
  const { t } = useTranslation();
  const submit = useSubmit();
  return (
    <>
      {refusal ? <Flash tone="error" text={refusal.message} /> : null}
      <div className="hidden noscript:block">
        <Flash tone="error" text={t("login.passkeyScripts")} />
      </div>
      <PasskeyButton
        purpose="factor"
        rpId={rpId}
        label={t("login.passkeyUse")}
        primary
        onAnswer={(passkey) => submit({ passkey }, { method: "post" })}
      />
    </>
  );
}

function CodeStep({ by, refusal, busy }: Pick<Props, "refusal" | "busy"> & { by: "app" | "recovery" }) {
  const { t } = useTranslation();
  const isApp = by === "app";
  const error = refusal?.fields.code;
  return (
    <CheckedForm method="post" className="grid gap-4" noValidate={Boolean(error)}>
      {refusal && !error ? <Flash tone="error" text={refusal.message} /> : null}
      <Field
        label={t(isApp ? "login.code" : "login.recovery")}
        hint={isApp ? t("login.codeHint") : undefined}
        name="code"
        inputMode={isApp ? "numeric" : "text"}
        autoComplete={isApp ? "one-time-code" : "off"}
        autoCapitalize="characters"
        spellCheck={false}
        required
        // The page asks for nothing else.
        autoFocus
        maxLength={64}
        error={error}
      />
      <button type="submit" className="button button-primary mt-1 min-h-12 w-full" aria-busy={busy}>
        {t("login.signIn")}
      </button>
    </CheckedForm>
  );
}
