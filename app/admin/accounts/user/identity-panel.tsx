import { getFormProps } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { longestUserName } from "../../../../contract/accounts/values.ts";
import type { OutputOf } from "../../../../contract/index.ts";
import { adminLevelNames } from "../../../../contract/accounts/permissions.ts";
import { useMay } from "../../kit/admin-frame.tsx";
import { ConflictPanel } from "../../kit/forms/conflict-panel.tsx";
import { SelectField, TextField } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import { useWriters } from "../../kit/format.ts";
import type { Outcome } from "../../kit/outcome.ts";
import { RoleChip, SmallFace, StatusCell, VipCell } from "../users/user-cell.tsx";

export type UserDetail = OutputOf<"z/user/detail">;

/** The user's identity. */
export function IdentityPanel({ user }: { user: UserDetail }) {
  const { t } = useTranslation();
  const write = useWriters();
  return (
    <section className="z-panel" aria-labelledby="identity">
      <h2 id="identity" className="sr-only">
        {t("admin.user.identity")}
      </h2>
      <div className="mb-4 flex items-center gap-4">
        <SmallFace avatar={user.avatar} large />
        <div className="min-w-0">
          <p className="flex flex-wrap gap-1.5">
            <RoleChip user={user} />
          </p>
          <p className="mt-1">
            <StatusCell ban={user.ban} />
          </p>
        </div>
      </div>
      <dl className="z-facts">
        <Fact name={t("login.email")} value={user.email} />
        <Fact name={t("admin.user.id")} value={user.uid} />
        <div>
          <dt>{t("movie.vip")}</dt>
          <dd>
            <VipCell user={user} />
          </dd>
        </div>
        <Fact name={t("admin.user.created")} value={write.at(user.createdAt)} />
        {user.joinedAt ? <Fact name={t("admin.user.joined")} value={write.at(user.joinedAt)} /> : null}
        <Fact name={t("admin.user.seen")} value={write.at(user.lastSeenAt)} />
        {user.profiles.length > 0 ? (
          <Fact name={t("admin.user.profiles")} value={user.profiles.map(profileWords).join(", ")} />
        ) : null}
        <Fact name={t("admin.user.recording")} value={t(user.recording ? "profile.on" : "profile.off")} />
      </dl>
    </section>
  );
}

/** A profile's name, and the age up to which a kids profile shows titles. */
function profileWords({ name, ageLimit }: UserDetail["profiles"][number]): string {
  return ageLimit === null ? name : `${name} (≤ ${ageLimit})`;
}

function Fact({ name, value }: { name: string; value: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value ?? "–"}</bdi>
      </dd>
    </div>
  );
}

type SaveForm = { revision: string; name: string; level: string; reason: string };

/** Name and level. An admin without the permission to raise others gets no level field. */
export function EditUserPanel({ user, outcome }: { user: UserDetail; outcome: Outcome | undefined }) {
  const { t } = useTranslation();
  const may = useMay();
  const began = { name: user.name ?? "", level: user.level };
  const { form, fields, conflict, base } = useEditForm<SaveForm>({
    id: "save",
    outcome,
    defaultValue: { revision: String(user.revision), ...began, reason: "" },
    base: began,
  });
  const levels = adminLevelNames.filter((level) => !user.anonymous || level === "none");
  return (
    <section className="z-panel" aria-labelledby="edit">
      <h2 id="edit">{t("admin.user.edit")}</h2>
      <Form method="post" {...getFormProps(form)} preventScrollReset className="z-form">
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="revision" value={fields.revision.initialValue ?? user.revision} />
        <input type="hidden" name="base" value={base} />
        <ConflictPanel form={form} conflict={conflict} />
        <TextField field={fields.name} label={t("login.name")} maxLength={longestUserName} />
        {may("users.levels") && !user.anonymous ? (
          <SelectField
            field={fields.level}
            label={t("admin.user.level")}
            hint={user.lastOwner ? t("admin.user.lastOwner") : t("admin.user.levelHint")}
            options={levels.map((value) => ({ value, label: t(`admin.level.${value}`) }))}
          />
        ) : null}
        <TextField field={fields.reason} label={t("admin.user.note")} hint={t("admin.user.noteHint")} />
        <button type="submit" className="z-button z-button-primary justify-self-start">
          {t("profile.save")}
        </button>
      </Form>
    </section>
  );
}
