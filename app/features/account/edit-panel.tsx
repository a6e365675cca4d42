import { Form } from "@remix-run/react";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { longestUserName } from "../../../contract/accounts/values.ts";
import type { UserInfo } from "../../../contract/index.ts";
import type { FormSource } from "../../lib/send-directly.ts";
import { useDirectUpload } from "../../lib/use-direct-upload.ts";
import { CheckedForm, useFieldError } from "../../ui/checked-form.tsx";
import { describedControl, Field, FieldError } from "../../ui/field.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { Face } from "./face.tsx";
import type { Outcome } from "./outcome.ts";
import { errorOf, Panel, Refused } from "./panel.tsx";

type Props = {
  user: UserInfo;
  outcome: Outcome | undefined;
  busy: boolean;
  largestMb: number;
  forms: FormSource | null;
};

/** Name and picture: two forms, so that a refused picture does not lose the typed name. */
export function EditPanel({ user, outcome, busy, largestMb, forms }: Props) {
  const { t } = useTranslation();
  const typed = outcome && "typed" in outcome && outcome.typed.name ? outcome.typed.name : null;
  const card = "rounded-xl bg-card p-4 shadow-card";
  return (
    <Panel title={t("profile.edit")}>
      <Refused outcome={outcome} />
      <div className={card}>
        <PictureForm
          avatar={user.avatar}
          error={errorOf(outcome, "picture")}
          largestMb={largestMb}
          forms={forms}
          busy={busy}
        />
      </div>
      <CheckedForm method="post" action="/profile?view=edit" className={`${card} grid gap-4`}>
        <input type="hidden" name="intent" value="name" />
        <Field
          label={t("login.name")}
          name="name"
          autoComplete="name"
          required
          maxLength={longestUserName}
          dir="auto"
          defaultValue={typed ?? user.name ?? ""}
          error={errorOf(outcome, "name")}
        />
        <button type="submit" className="button button-primary min-h-12" aria-busy={busy}>
          {t("profile.save")}
        </button>
      </CheckedForm>
    </Panel>
  );
}

function PictureForm({
  avatar,
  error,
  largestMb,
  forms,
  busy,
}: Pick<Props, "largestMb" | "forms" | "busy"> & { avatar: string | null; error: string | undefined }) {
  const { t } = useTranslation();
  const id = useId();
  const hint = t("profile.pictureHint", { size: largestMb });
  const upload = { kind: "picture", forms, maxBytes: largestMb * 1e6, file: "picture" } as const;
  const { onSubmit, sending } = useDirectUpload(upload);
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen)), [chosen]);
  // Once the new picture is stored, the stored one is shown.
  useEffect(() => setChosen(null), [avatar]);
  const choose = (file: File | undefined) => setChosen(file ? URL.createObjectURL(file) : null);
  return (
    <>
      <CheckedForm
        method="post"
        action="/profile?view=edit"
        encType="multipart/form-data"
        onSubmit={onSubmit}
        className="grid gap-4"
      >
        <input type="hidden" name="intent" value="picture" />
        <div className="flex items-center gap-4">
          <Face avatar={chosen ?? avatar} />
          <div className="min-w-0">
            <label htmlFor={id} className="block text-sm font-semibold">
              {t("profile.picture")}
            </label>
            <p id={`${id}-hint`} className="mt-0.5 text-xs text-ink-faint">
              {hint}
            </p>
          </div>
        </div>
        <PictureField id={id} hint={hint} error={error} onFile={choose} />
        <button type="submit" className="button button-primary min-h-12" aria-busy={busy || sending}>
          {t("profile.pictureSend")}
        </button>
      </CheckedForm>
      {avatar ? (
        <Form method="post" action="/profile?view=edit" className="mt-2">
          <input type="hidden" name="intent" value="picture-remove" />
          <button type="submit" className="button w-full text-curtain-deep hover:bg-mist" aria-busy={busy}>
            {t("profile.pictureRemove")}
          </button>
        </Form>
      ) : null}
    </>
  );
}

type PictureFieldProps = {
  id: string;
  hint: string;
  error: string | undefined;
  onFile: (file: File | undefined) => void;
};

function PictureField({ id, hint, error: refused, onFile }: PictureFieldProps) {
  const error = useFieldError("picture", refused);
  return (
    <div>
      <FileInput
        {...describedControl(id, { hint, error })}
        name="picture"
        required
        accept="image/png,image/jpeg,image/webp"
        onFile={onFile}
      />
      <FieldError id={id} error={error} />
    </div>
  );
}
