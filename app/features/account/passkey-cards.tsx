import { Form, useSubmit } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { PasskeyCreation } from "../../../contract/accounts/passkeys.ts";
import { longestPasskeyName } from "../../../contract/accounts/values.ts";
import { makePasskey } from "../../lib/passkeys.ts";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { Field } from "../../ui/field.tsx";
import { Flash } from "../../ui/flash.tsx";
import { card, Fold, pageOf, Write } from "./security-cards.tsx";

export type ShownPasskey = {
  id: string;
  name: string;
  /** In the reader's language. */
  since: string;
  used: string | null;
  backedUp: boolean;
};

/** The account's passkeys: each with its name, and the way to another one. */
export function PasskeysCard({
  passkeys,
  to,
  busy,
}: {
  passkeys: readonly ShownPasskey[];
  to: string;
  busy: boolean;
}) {
  const { t } = useTranslation();
  return (
    <section className={`${card} grid gap-4`} aria-labelledby="passkeys">
      <div>
        <h2 id="passkeys" className="font-semibold">
          {t("security.passkeys")}
        </h2>
        <p className="mt-1 text-ink-soft">{t("security.passkeysText")}</p>
      </div>
      {passkeys.length > 0 ? (
        <ul className="grid gap-4">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="border-t border-line pt-4">
              <OnePasskey {...passkey} to={to} busy={busy} />
            </li>
          ))}
        </ul>
      ) : null}
      <div className={passkeys.length > 0 ? "border-t border-line pt-4" : undefined}>
        <Write
          intent="passkey-begin"
          to={to}
          label={t("security.passkeyAdd")}
          primary={passkeys.length === 0}
          busy={busy}
        />
      </div>
    </section>
  );
}

function OnePasskey({
  id,
  name,
  since,
  used,
  backedUp,
  to,
  busy,
}: ShownPasskey & { to: string; busy: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <h3 className="font-semibold wrap-anywhere">{name}</h3>
      <p className="mt-1 text-sm text-ink-soft">
        {t("security.passkeySince", { date: since })}
        {used ? <span className="block">{t("security.passkeyUsed", { date: used })}</span> : null}
        {backedUp ? <span className="block">{t("security.passkeySynced")}</span> : null}
      </p>
      <Fold label={t("security.passkeyChange")} text={t("security.passkeyRemoveText")}>
        <Write
          intent="passkey-remove"
          fields={{ id }}
          to={to}
          label={t("security.passkeyRemove")}
          busy={busy}
        />
        <CheckedForm method="post" action={pageOf(to)} className="grid gap-3 border-t border-line pt-4">
          <input type="hidden" name="intent" value="passkey-rename" />
          <input type="hidden" name="id" value={id} />
          <Field
            label={t("login.name")}
            name="name"
            required
            maxLength={longestPasskeyName}
            defaultValue={name}
            autoComplete="off"
          />
          <button type="submit" className="button button-quiet min-h-12 w-full" aria-busy={busy}>
            {t("security.passkeyRename")}
          </button>
        </CheckedForm>
      </Fold>
    </>
  );
}

/** Names a passkey and has the browser make it. */
export function NewPasskeyCard({
  creation,
  to,
  busy,
}: {
  creation: PasskeyCreation;
  to: string;
  busy: boolean;
}) {
  const { t } = useTranslation();
  const submit = useSubmit();
  const [failed, setFailed] = useState(false);
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const name = String(sent.get("name")).trim() || t("security.passkeyDefault");
    setFailed(false);
    try {
      const passkey = await makePasskey(creation);
      submit({ intent: "passkey-add", name, passkey }, { method: "post", action: pageOf(to) });
    } catch {
      setFailed(true);
    }
  };
  return (
    <section className={`${card} grid gap-4`}>
      <h2 className="font-semibold">{t("security.passkeyAdd")}</h2>
      <div className="hidden noscript:block">
        <Flash tone="error" text={t("login.passkeyScripts")} />
      </div>
      {failed ? <Flash tone="error" text={t("login.passkeyCancelled")} /> : null}
      <Form method="post" action={pageOf(to)} className="grid gap-4" onSubmit={(event) => void make(event)}>
        {/* Without scripts it goes back to the page, as no passkey can be made. */}
        <input type="hidden" name="intent" value="passkeys" />
        <Field
          label={t("login.name")}
          hint={t("security.passkeyHint")}
          name="name"
          maxLength={longestPasskeyName}
          defaultValue={t("security.passkeyDefault")}
          autoComplete="off"
        />
        <button type="submit" className="button button-primary min-h-12" aria-busy={busy}>
          {t("login.codeSend")}
        </button>
      </Form>
    </section>
  );
}
