import { getFormProps, type FieldMetadata } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { OutputOf } from "../../../../contract/index.ts";
import type { SettingKey } from "../../../../contract/service/settings.ts";
import { ConflictPanel } from "../../kit/forms/conflict-panel.tsx";
import { CheckField, SelectField, TextField } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import type { Outcome } from "../../kit/outcome.ts";
import { groupNames, settingControls } from "./setting-controls.ts";

export type Settings = OutputOf<"z/settings/read">;
type Groups = Record<(typeof groupNames)[number], readonly SettingKey[]>;
type SettingsFields = { revision: string; reason: string; values: Record<SettingKey, string> };

/** Every setting, in its groups. Settings the admin may not change are shown too. */
export function SettingsForm({
  settings: { values, revision },
  groups,
  outcome,
  editable,
}: {
  settings: Settings;
  groups: Groups;
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
    <Form method="post" {...getFormProps(form)} preventScrollReset className="grid gap-4">
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="revision" value={started?.revision ?? revision} />
      <input type="hidden" name="base" value={base} />
      <ConflictPanel form={form} conflict={conflict} />
      {groupNames.map((group) => (
        <section key={group} className="z-panel" aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{t(`admin.settingGroup.${group}`)}</h2>
          <div className="z-form">
            {groups[group].map((key) => {
              const control = settingControls[key];
              const shared = {
                key,
                field: settings[key],
                label: t(`admin.setting.${key}`),
                hint: t(`admin.settingHint.${key}`),
                disabled: !editable,
              };
              switch (control.kind) {
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
                default:
                  return <TextField {...shared} type={control.kind} />;
              }
            })}
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
    </Form>
  );
}

/** As a form holds them: text, checkboxes present or absent, lists. */
function typedOf(values: Settings["values"]): SettingsFields["values"] {
  const typed = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === "boolean" ? (value ? "on" : "") : String(value ?? ""),
  ]);
  return Object.fromEntries(typed) as SettingsFields["values"];
}
