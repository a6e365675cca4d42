import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { longestPin, shortestPin } from "../../../contract/accounts/values.ts";
import type { Profile } from "../../../contract/index.ts";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { Field } from "../../ui/field.tsx";
import { Flash } from "../../ui/flash.tsx";
import type { ProfileRefusal } from "./profiles-action.server.ts";

/** Sets the PIN of a profile, another one, or none. */
export function PinForm({
  profile,
  refusal,
  busy,
}: {
  profile: Profile;
  refusal: ProfileRefusal | undefined;
  busy: boolean;
}) {
  const { t } = useTranslation();
  const own = refusal?.form === "pin" ? refusal : undefined;
  return (
    <section className="border-t border-line pt-5" aria-labelledby="pin">
      <h2 id="pin" className="text-lg font-bold">
        {t("profiles.pin")}
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">
        {t(profile.main ? "profiles.pinTextOwn" : "profiles.pinText")}
      </p>
      {own && !own.fields.pin ? <Flash tone="error" text={own.message} /> : null}
      <CheckedForm method="post" className="grid gap-4">
        <input type="hidden" name="intent" value="pin" />
        <input type="hidden" name="id" value={profile.id} />
        <Field
          label={t(profile.protected ? "profiles.newPin" : "profiles.pin")}
          hint={t("profiles.pinHint")}
          name="pin"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          required
          minLength={shortestPin}
          maxLength={longestPin * 2}
          error={own?.fields.pin}
        />
        <button type="submit" className="button button-quiet" aria-busy={busy}>
          {t(profile.protected ? "profiles.changePin" : "profiles.setPin")}
        </button>
      </CheckedForm>
      {profile.protected ? (
        <Form method="post" className="mt-2.5 grid">
          <input type="hidden" name="intent" value="pin-off" />
          <input type="hidden" name="id" value={profile.id} />
          <button type="submit" className="button button-quiet" aria-busy={busy}>
            {t("profiles.removePin")}
          </button>
        </Form>
      ) : null}
    </section>
  );
}
