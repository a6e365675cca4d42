import { getFormProps } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { Ban, CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ActorName } from "../../kit/actor-name.tsx";
import { SelectField, TextField } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import type { Outcome } from "../../kit/outcome.ts";
import { StatusCell } from "../users/user-cell.tsx";
import { banReasons } from "../../../../contract/accounts/values.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import type { UserDetail } from "./identity-panel.tsx";
import { LastDayField, Time } from "../../kit/time.tsx";

/** Suspends an account or lifts the suspension. Both ask first. */
export function BanPanel({ user, outcome }: { user: UserDetail; outcome: Outcome | undefined }) {
  const { t } = useTranslation();
  return (
    <section className="z-panel" aria-labelledby="suspension">
      <h2 id="suspension">{t("admin.user.suspension")}</h2>
      {user.ban ? <Banned ban={user.ban} /> : <BanForm outcome={outcome} />}
    </section>
  );
}

function Banned({ ban }: { ban: NonNullable<UserDetail["ban"]> }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="text-sm">
        <StatusCell ban={ban} />
      </p>
      <p className="mt-2 text-sm">
        {t(`admin.banReason.${ban.reason}`)} · <Time at={ban.at} /> · <ActorName actor={ban.by} />
      </p>
      {ban.note ? <p className="own-words mt-1 text-sm text-ink-soft">{ban.note}</p> : null}
      <Form method="post" preventScrollReset className="mt-4">
        <input type="hidden" name="intent" value="unban" />
        <button type="submit" className="z-button">
          <CircleCheck aria-hidden="true" className="size-4" />
          {t("admin.user.unban")}
        </button>
      </Form>
    </>
  );
}

type BanFields = { reason: string; until: string; note: string };

function BanForm({ outcome }: { outcome: Outcome | undefined }) {
  const { t } = useTranslation();
  const { form, fields } = useEditForm<BanFields>({
    id: "ban",
    outcome,
    defaultValue: { reason: "abuse", until: "", note: "" },
  });
  return (
    <CheckedForm method="post" {...getFormProps(form)} preventScrollReset className="z-form">
      <input type="hidden" name="intent" value="ban" />
      <SelectField
        field={fields.reason}
        label={t("admin.user.banReason")}
        hint={t("admin.user.banReasonHint")}
        options={banReasons.map((value) => ({ value, label: t(`admin.banReason.${value}`) }))}
      />
      <LastDayField field={fields.until} label={t("admin.user.untilDate")} />
      <TextField field={fields.note} label={t("admin.user.note")} hint={t("admin.user.noteHint")} />
      <button type="submit" className="z-button z-button-danger justify-self-start">
        <Ban aria-hidden="true" className="size-4" />
        {t("admin.user.ban")}
      </button>
    </CheckedForm>
  );
}
