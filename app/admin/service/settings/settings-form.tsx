import { Link } from "@remix-run/react";
import { Palette } from "lucide-react";
import { getFormProps, type FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { OutputOf } from "../../../../contract/index.ts";
import type { SettingKey } from "../../../../contract/service/settings.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { ConflictPanel } from "../../kit/forms/conflict-panel.tsx";
import { AreaField, CheckField, SelectField, TextField } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import type { Outcome } from "../../kit/outcome.ts";
import type { SettingControl, SettingSection } from "./presenter.server.ts";

export type Settings = OutputOf<"z/settings/read">;
type SettingsFields = { revision: string; reason: string; values: Record<SettingKey, string> };

/** Every setting, in its groups. Settings the admin may not change are shown too. */
export function SettingsForm({
  settings: { values, revision },
  sections,
  outcome,
  editable,
}: {
  settings: Settings;
  sections: SettingSection[];
  outcome: Outcome | undefined;
  editable: boolean;
}) {
  const { t } = useTranslation();
  const typed = typedOf(values);
  const { form, fields, conflict, base } = useEditForm<SettingsFields>({
    id: "settings",
    outcome,
    defaultValue: { revision: String(revision), reason: "", values: typed },
    base: Object.fromEntries(Object.entries(typed).map(([key, value]) => [`values.${key}`, value])),
  });
  const settings = fields.values.getFieldset() as Record<SettingKey, FieldMetadata<string>>;
  const started = form.initialValue as { revision?: string } | undefined;
  return (
    <CheckedForm method="post" {...getFormProps(form)} preventScrollReset className="grid gap-4">
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="revision" value={started?.revision ?? revision} />
      <input type="hidden" name="base" value={base} />
      <ConflictPanel form={form} conflict={conflict} />
      <section className="z-panel" aria-labelledby="group-brand">
        <h2 id="group-brand">{t("admin.settingGroup.brand")}</h2>
        <p className="mb-3 text-sm text-ink-soft">{t("admin.brand.text")}</p>
        <Link to="/z/page/settings/brand" className="z-button">
          <Palette aria-hidden="true" className="size-4" />
          {t("admin.brand.edit")}
        </Link>
      </section>
      {sections.map(({ group, controls }) => (
        <section key={group} className="z-panel" aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{t(`admin.settingGroup.${group}`)}</h2>
          <div className="z-form">
            {controls.map((control) => (
              <SettingField
                key={control.key}
                control={control}
                field={settings[control.key]}
                disabled={!editable}
              />
            ))}
          </div>
        </section>
      ))}
      {editable ? (
        <div className="z-save">
          <div className="min-w-48 flex-1">
            <TextField field={fields.reason} label={t("admin.user.note")} />
          </div>
          <button type="submit" className="z-button z-button-primary self-end">
            {t("profile.save")}
          </button>
        </div>
      ) : null}
    </CheckedForm>
  );
}

function SettingField({
  control,
  ...rest
}: {
  control: SettingControl;
  field: FieldMetadata<string>;
  disabled: boolean;
}) {
  const { t } = useTranslation();
  const { key, kind } = control;
  const shared = { ...rest, label: t(`admin.setting.${key}`), hint: t(`admin.settingHint.${key}`) };
  switch (kind) {
    case "flag":
      return <CheckField {...shared} />;
    case "choice":
      return (
        <SelectField
          {...shared}
          options={control.options.map((value) => ({ value, label: t(`admin.choice.${value}`) }))}
        />
      );
    case "number":
      return <TextField {...shared} type="number" min={control.min} max={control.max} />;
    case "lines":
      return <AreaField {...shared} rows={4} dir="ltr" />;
    default:
      return <TextField {...shared} type={kind} />;
  }
}

/** As a form holds them: text, checkboxes present or absent, lists. */
function typedOf(values: Settings["values"]): SettingsFields["values"] {
  const typed = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === "boolean" ? (value ? "on" : "") : String(value ?? ""),
  ]);
  return Object.fromEntries(typed) as SettingsFields["values"];
}
