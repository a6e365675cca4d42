import { Form, Link } from "@remix-run/react";
import { Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { longestPassword, longestPin } from "../../../contract/accounts/values.ts";
import type { Profile } from "../../../contract/index.ts";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { Field } from "../../ui/field.tsx";
import { Flash } from "../../ui/flash.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { ProfileFace } from "./profile-face.tsx";
import { limitOf, nameOf } from "./profile-words.ts";

export type PickRefusal = { message: string; fields: Record<string, string> };

const path = "/page/profiles";
const tile =
  "flex w-34 flex-col items-center gap-2 rounded-xl p-2 text-center hover:bg-mist wide:w-36 wide:gap-3 wide:p-3";

/** The profiles to choose from. One that takes a PIN or the password leads to the form that asks. */
export function Picker({ items, to, manages }: { items: Profile[]; to: string; manages: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="w-full max-w-3xl text-center">
      <h1 className="text-2xl font-extrabold tracking-tight wide:text-3xl">{t("profiles.who")}</h1>
      <ul className="mt-8 flex flex-wrap justify-center gap-x-3 gap-y-5">
        {items.map((profile) => (
          <li key={profile.id}>
            {profile.asks ? (
              <Link to={`${path}?${new URLSearchParams({ to, open: profile.id })}`} className={tile}>
                <Tile profile={profile} />
              </Link>
            ) : (
              // As a document: all that is on the page may be another profile's.
              <Form method="post" action={`${path}?${new URLSearchParams({ to })}`} reloadDocument>
                <input type="hidden" name="id" value={profile.id} />
                <button type="submit" className={tile} aria-current={profile.current ? "true" : undefined}>
                  <Tile profile={profile} />
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {manages ? (
        <Link to="/profile/profiles" className="button button-quiet mt-8">
          {t("profiles.manage")}
        </Link>
      ) : null}
    </div>
  );
}

function Tile({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const limit = limitOf(profile, t);
  return (
    <>
      <span className="relative">
        <ProfileFace
          look={profile.look}
          className={`size-20 wide:size-28 ${profile.current ? "outline-3 outline-offset-2 outline-curtain" : ""}`}
        />
        {profile.asks ? (
          <span className="absolute -end-1.5 -bottom-1.5 grid size-7 place-items-center rounded-full bg-card shadow-card">
            <Lock aria-label={t("profiles.locked")} role="img" className="size-4" />
          </span>
        ) : null}
      </span>
      <span className="w-full">
        <bdi className="block font-semibold wrap-anywhere">{nameOf(profile, t)}</bdi>
        {limit ? <span className="block text-sm text-ink-soft">{limit}</span> : null}
      </span>
    </>
  );
}

const quiet = "button text-sm text-ink-soft underline-offset-4 hover:underline";

/** Asks for the PIN of a profile, or for the account's password. */
export function OpenForm({
  profile,
  to,
  by,
  hasPin,
  refusal,
  busy,
}: {
  profile: Profile;
  to: string;
  by: "pin" | "password";
  /** There is a PIN that opens it. */
  hasPin: boolean;
  refusal: PickRefusal | undefined;
  busy: boolean;
}) {
  const { t } = useTranslation();
  const { pin, password } = refusal?.fields ?? {};
  const address = (fields: Record<string, string>) => `${path}?${new URLSearchParams({ to, ...fields })}`;
  return (
    <div className="w-full max-w-sm">
      <div className="flex items-center gap-4">
        <ProfileFace look={profile.look} />
        <h1 className="own-words text-2xl font-extrabold tracking-tight wrap-anywhere">
          {nameOf(profile, t)}
        </h1>
      </div>
      <CheckedForm
        method="post"
        action={address({ open: profile.id, by })}
        reloadDocument
        className="mt-6 grid gap-4"
      >
        {refusal ? (
          <Flash tone="error" text={pin || password ? t("login.checkFields") : refusal.message} />
        ) : null}
        <input type="hidden" name="id" value={profile.id} />
        {by === "pin" ? (
          <Field
            label={t("profiles.pin")}
            name="pin"
            // As digits of a password: hidden, and no password manager offers the account's.
            type="password"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={longestPin * 2}
            error={pin}
          />
        ) : (
          <PasswordField
            label={t("profiles.accountPassword")}
            name="password"
            autoComplete="current-password"
            required
            maxLength={longestPassword}
            error={password}
          />
        )}
        <button type="submit" className="button button-primary min-h-12 w-full" aria-busy={busy}>
          {t("profiles.open")}
        </button>
      </CheckedForm>
      <p className="mt-3 flex flex-wrap justify-center gap-x-2">
        {hasPin ? (
          <Link
            to={address({ open: profile.id, by: by === "pin" ? "password" : "pin" })}
            replace
            className={quiet}
          >
            {t(by === "pin" ? "profiles.byPassword" : "profiles.byPin")}
          </Link>
        ) : null}
        <Link to={address({})} replace className={quiet}>
          {t("profiles.others")}
        </Link>
      </p>
    </div>
  );
}
