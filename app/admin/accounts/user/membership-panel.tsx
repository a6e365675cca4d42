import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { mostDays } from "../../../../contract/accounts/values.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { ActorName } from "../../kit/actor-name.tsx";
import { SelectField, TextField } from "../../kit/forms/fields.tsx";
import { TierField } from "../../kit/forms/tier-field.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import { useWriters } from "../../kit/format.ts";
import type { Outcome } from "../../kit/outcome.ts";
import { Chip } from "../../kit/page-head.tsx";
import { TierWord } from "../../kit/tier-word.tsx";
import { VipCell } from "../users/user-cell.tsx";
import type { UserDetail } from "./identity-panel.tsx";
import { Time, ZoneField } from "../../kit/time.tsx";
import { useZone } from "../../kit/zone.ts";

type VipForm = { key: string; kind: string; tier: string; days: string; until: string; reason: string };
const kinds = ["extend", "grant", "pause", "resume", "revoke"] as const;
const daySeconds = 86_400;

/**
 * Membership: its state, what an admin may change, and the ledger it follows from.
 * @param formKey random, one per page: a form that is sent twice is written once
 */
export function MembershipPanel({
  user,
  formKey,
  outcome,
  editable,
}: {
  user: UserDetail;
  formKey: string;
  outcome: Outcome | undefined;
  editable: boolean;
}) {
  const { t } = useTranslation();
  return (
    <section className="z-panel" aria-labelledby="membership">
      <h2 id="membership">{t("admin.user.membership")}</h2>
      <p className="mb-4 text-sm">
        <VipCell user={user} />
      </p>
      {/* Resets only after a change: a page that loads again keeps the typed values. */}
      {editable ? <VipChange key={user.membership[0]?.id ?? ""} formKey={formKey} outcome={outcome} /> : null}
      {user.membership.length > 0 ? (
        <>
          <h3 className="z-label mt-5 mb-1">{t("admin.user.ledger")}</h3>
          <Ledger user={user} />
        </>
      ) : null}
    </section>
  );
}

function VipChange({ formKey, outcome }: { formKey: string; outcome: Outcome | undefined }) {
  const { t } = useTranslation();
  const zone = useZone();
  const { form, fields } = useEditForm<VipForm>({
    id: "vip",
    outcome,
    defaultValue: { key: formKey, kind: "extend", tier: "1", days: "30", until: "", reason: "" },
  });
  return (
    <CheckedForm method="post" {...getFormProps(form)} preventScrollReset className="z-form">
      <input type="hidden" name="intent" value="vip" />
      <ZoneField />
      <input type="hidden" name="key" value={formKey} />
      <div className="z-row items-start!">
        <SelectField
          field={fields.kind}
          label={t("admin.user.change")}
          options={kinds.map((value) => ({ value, label: t(`admin.vipChange.${value}`) }))}
        />
        <TierField field={fields.tier} />
        <TextField field={fields.days} label={t("admin.user.days")} type="number" min={1} max={mostDays} />
        <TextField field={fields.until} label={`${t("admin.user.untilDate")} (${zone})`} type="date" />
      </div>
      <TextField field={fields.reason} label={t("admin.user.why")} hint={t("admin.user.noteHint")} />
      <button type="submit" className="z-button z-button-primary justify-self-start">
        {t("admin.list.apply")}
      </button>
    </CheckedForm>
  );
}

function Ledger({ user }: { user: UserDetail }) {
  const { t } = useTranslation();
  const write = useWriters();
  return (
    <ol className="z-events">
      {user.membership.map((event) => (
        <li key={event.id}>
          <Chip tone={event.kind === "revoke" ? "red" : "gold"}>{t(`admin.vipEvent.${event.kind}`)}</Chip>
          <span className="z-strong">
            {event.seconds !== null
              ? write.days(Math.round(event.seconds / daySeconds))
              : event.until
                ? t("admin.user.until", { date: write.day(event.until) })
                : null}
            {event.seconds !== null || event.until ? <TierWord tier={event.tier} /> : null}
          </span>
          <span className="z-faint">
            <Time at={event.at} /> · {t(`admin.vipSource.${event.source}`)}
            {event.by.uid !== null || event.by.name !== null ? (
              <>
                {" · "}
                <ActorName actor={event.by} />
              </>
            ) : null}
          </span>
          {event.reason ? <span className="own-words w-full">{event.reason}</span> : null}
          {event.result ? (
            <span className="z-faint w-full">
              {t("admin.user.resultUntil", { date: write.day(event.result) })}
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
