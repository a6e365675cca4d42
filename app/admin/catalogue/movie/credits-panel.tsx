import { getFormProps } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { longestName } from "../../../../contract/catalogue/values.ts";
import { ConflictPanel } from "../../kit/forms/conflict-panel.tsx";
import { SelectField, TextField } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import { useChoices } from "./choices.ts";
import { EntryButtons } from "./entry-buttons.tsx";
import type { PanelProps } from "./facts-panels.tsx";
import { Panel, SaveBar } from "./panel.tsx";

type CreditsForm = { revision: string; credits: { role: string; name: string; part: string }[] };

/** The credits of a movie, in the order shown. */
export function CreditsPanel({ movie, outcome, editable }: PanelProps) {
  const { t } = useTranslation();
  const { roles } = useChoices();
  const { form, fields, revision, conflict, base } = useEditForm<CreditsForm>({
    id: "credits",
    outcome,
    defaultValue: {
      revision: String(movie.revision),
      credits: movie.credits.map(({ role, name, part = "" }) => ({ role, name, part })),
    },
    base: { credits: movie.credits },
  });
  const entries = fields.credits.getFieldList();
  return (
    <Panel id="credits-panel" title={t("admin.movie.people")}>
      <Form method="post" {...getFormProps(form)} preventScrollReset>
        <fieldset disabled={!editable} className="z-form max-w-none!">
          <input type="hidden" name="intent" value="credits" />
          <input type="hidden" name="revision" value={revision ?? movie.revision} />
          <input type="hidden" name="base" value={base} />
          <ConflictPanel form={form} conflict={conflict} />
          <ol className="z-entries">
            {entries.map((entry, index) => {
              const { role, name, part } = entry.getFieldset();
              return (
                <li key={entry.key ?? index}>
                  <fieldset className="z-row min-w-0 flex-1">
                    <legend className="sr-only">
                      {t("admin.form.entry", { label: t("admin.movie.people"), index: index + 1 })}
                    </legend>
                    <SelectField field={role} label={t("admin.movie.personRole")} options={roles} />
                    <TextField field={name} label={t("login.name")} maxLength={longestName} />
                    <TextField field={part} label={t("admin.movie.personPart")} maxLength={longestName} />
                  </fieldset>
                  {editable ? (
                    <EntryButtons
                      form={form}
                      name={fields.credits.name}
                      index={index}
                      count={entries.length}
                    />
                  ) : null}
                </li>
              );
            })}
          </ol>
          {editable ? (
            <div>
              <button
                {...form.insert.getButtonProps({
                  name: fields.credits.name,
                  defaultValue: { role: "cast", name: "", part: "" },
                })}
                className="z-button"
              >
                <Plus aria-hidden="true" className="size-4" />
                {t("admin.form.add")}
              </button>
            </div>
          ) : null}
        </fieldset>
        {editable ? <SaveBar /> : null}
      </Form>
    </Panel>
  );
}
