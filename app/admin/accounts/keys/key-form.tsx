import { getFormProps } from "@conform-to/react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { longestKeyName } from "../../../../contract/accounts/values.ts";
import { longestReason } from "../../../../contract/service/values.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { FieldGroup, TextField, Tick } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import type { Outcome } from "../../kit/outcome.ts";
import { LastDayField } from "../../kit/time.tsx";
import { permissionGroups, type PermissionGroup } from "./permission-words.ts";

type KeyFields = { key: string; name: string; permissions: string[]; expires: string; reason: string };

/**
 * The form of a new key.
 * @param formKey random, one a page: a form that is sent twice makes one key
 */
export function KeyForm({ formKey, outcome }: { formKey: string; outcome: Outcome | undefined }) {
  const { t } = useTranslation();
  const { form, fields } = useEditForm<KeyFields>({
    id: "key",
    outcome,
    defaultValue: { key: formKey, name: "", permissions: [], expires: "", reason: "" },
  });
  const chosen = [fields.permissions.initialValue ?? []].flat() as (string | undefined)[];
  return (
    <section className="z-panel" aria-labelledby="make-key">
      <h2 id="make-key">{t("admin.key.make")}</h2>
      <CheckedForm method="post" {...getFormProps(form)} preventScrollReset className="z-form">
        <input type="hidden" name="intent" value="make" />
        <input type="hidden" name="key" value={fields.key.initialValue ?? formKey} />
        <TextField
          field={fields.name}
          label={t("admin.key.name")}
          hint={t("admin.key.nameHint")}
          maxLength={longestKeyName}
          required
        />
        <FieldGroup
          field={fields.permissions}
          label={t("admin.key.permissions")}
          hint={t("admin.key.permissionsHint")}
        >
          <div
            id={fields.permissions.id}
            tabIndex={-1}
            className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-x-6 gap-y-3"
          >
            {permissionGroups.map((group) => (
              <PermissionTicks key={group.name} group={group} chosen={chosen} t={t} />
            ))}
          </div>
        </FieldGroup>
        <LastDayField field={fields.expires} label={t("admin.code.expires")} />
        <TextField field={fields.reason} label={t("admin.user.note")} maxLength={longestReason} />
        <button type="submit" className="z-button z-button-primary justify-self-start">
          {t("admin.key.make")}
        </button>
      </CheckedForm>
    </section>
  );
}

function PermissionTicks({
  group: { name, permissions },
  chosen,
  t,
}: {
  group: PermissionGroup;
  chosen: readonly (string | undefined)[];
  t: TFunction;
}) {
  return (
    <fieldset>
      <legend className="z-strong text-sm">{t(name)}</legend>
      {permissions.map(({ value, act }) => (
        <Tick
          key={value}
          name="permissions"
          value={value}
          defaultChecked={chosen.includes(value)}
          label={
            <>
              {t(`admin.keyAct.${act}` as "admin.keyAct.read")}{" "}
              <code dir="ltr" className="z-faint font-mono text-xs">
                {value}
              </code>
            </>
          }
        />
      ))}
    </fieldset>
  );
}
