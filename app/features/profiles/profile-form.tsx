import { useId } from "react";
import { useTranslation } from "react-i18next";
import { longestProfileName, profileLooks } from "../../../contract/accounts/values.ts";
import type { Profile } from "../../../contract/index.ts";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { Field, Labelled, describedControl } from "../../ui/field.tsx";
import { Flash } from "../../ui/flash.tsx";
import { ProfileFace } from "./profile-face.tsx";
import type { ProfileRefusal } from "./profiles-action.server.ts";

/** Ages that boards rate for; a profile may have been given another one by its API. */
const ages = [0, 6, 7, 9, 10, 12, 13, 14, 15, 16];

export type Language = { locale: string; name: string };

/** The fields of a profile, to add one or to change it. */
export function ProfileForm({
  profile,
  languages,
  refusal,
  busy,
}: {
  /** Null = a new one. */
  profile: Profile | null;
  languages: readonly Language[];
  refusal: ProfileRefusal | undefined;
  busy: boolean;
}) {
  const { t } = useTranslation();
  const own = refusal?.form === "fields" ? refusal : undefined;
  const typed = own?.typed;
  const initial = {
    name: typed?.name ?? profile?.name ?? "",
    look: Number(typed?.look ?? profile?.look ?? 1),
    locale: typed?.locale ?? profile?.locale ?? "",
    age: typed?.age ?? (profile?.age_limit === undefined ? "" : String(profile?.age_limit ?? "")),
    unrated: typed ? typed.unrated === "1" : (profile?.unrated ?? false),
  };
  return (
    <CheckedForm method="post" className="grid gap-5">
      <input type="hidden" name="intent" value={profile ? "save" : "create"} />
      {profile ? <input type="hidden" name="id" value={profile.id} /> : null}
      {own ? (
        <Flash
          tone="error"
          text={Object.keys(own.fields).length > 0 ? t("login.checkFields") : own.message}
        />
      ) : null}
      <Field
        label={t("profiles.name")}
        name="name"
        required
        maxLength={longestProfileName}
        autoComplete="off"
        defaultValue={initial.name}
        error={own?.fields.name}
      />
      <Looks chosen={initial.look} />
      {profile?.main ? null : (
        <Limit age={initial.age} unrated={initial.unrated} error={own?.fields.age_limit} />
      )}
      <Choice
        name="locale"
        label={t("language.title")}
        hint={t("profiles.languageHint")}
        error={own?.fields.locale}
        initial={initial.locale}
        options={[
          ["", t("profiles.anyLanguage")],
          ...languages.map(({ locale, name }): [string, string] => [locale, name]),
        ]}
      />
      <button type="submit" className="button button-primary min-h-12" aria-busy={busy}>
        {t(profile ? "profiles.save" : "profiles.create")}
      </button>
    </CheckedForm>
  );
}

/** Whether it is a kids profile, and what it shows. */
function Limit({ age, unrated, error }: { age: string; unrated: boolean; error: string | undefined }) {
  const { t } = useTranslation();
  const isOffered = age === "" || ages.includes(Number(age));
  const offered = isOffered ? ages : [...ages, Number(age)].sort((a, b) => a - b);
  return (
    <fieldset className="grid gap-3">
      <Choice
        name="age"
        label={t("profiles.limit")}
        hint={t("profiles.limitHint")}
        error={error}
        initial={age}
        options={[
          ["", t("profiles.noLimit")],
          ...offered.map((one): [string, string] => [String(one), t("profiles.upTo", { age: one })]),
        ]}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="unrated"
          value="1"
          defaultChecked={unrated}
          className="size-5 accent-curtain"
        />
        {t("profiles.unrated")}
      </label>
    </fieldset>
  );
}

function Looks({ chosen }: { chosen: number }) {
  const { t } = useTranslation();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{t("profiles.look")}</legend>
      <div className="grid w-fit grid-cols-4 gap-2.5 wide:grid-cols-8">
        {Array.from({ length: profileLooks }, (_, look) => (
          <label
            key={look}
            className="rounded-xl outline-3 outline-offset-2 outline-transparent has-checked:outline-curtain has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name="look"
              value={look}
              defaultChecked={look === chosen}
              className="sr-only"
              aria-label={t("profiles.lookNumber", { number: look + 1 })}
            />
            <ProfileFace look={look} className="size-14 wide:size-13" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Choice({
  name,
  label,
  hint,
  error,
  initial,
  options,
}: {
  name: string;
  label: string;
  hint: string;
  error: string | undefined;
  initial: string;
  options: [value: string, label: string][];
}) {
  const id = useId();
  return (
    <Labelled id={id} label={label} error={error}>
      <select {...describedControl(id, { hint, error })} name={name} defaultValue={initial} className="field">
        {options.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-soft">
        {hint}
      </p>
    </Labelled>
  );
}
