import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { WebhookEndpoint } from "../../../../contract/service/admin-webhooks.ts";
import { longestReason } from "../../../../contract/service/values.ts";
import {
  longestEndpointName,
  longestEndpointUrl,
  webhookEvents,
} from "../../../../contract/service/webhook-events.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { ConflictPanel } from "../../kit/forms/conflict-panel.tsx";
import { FieldGroup, TextField, Tick } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import type { Outcome } from "../../kit/outcome.ts";

type EndpointFields = { key: string; name: string; url: string; events: string[]; reason: string };

/**
 * The form of an endpoint.
 * @param endpoint null = a new one
 * @param formKey random, one a page: a form that is sent twice makes one endpoint
 */
export function EndpointForm({
  endpoint,
  formKey,
  outcome,
}: {
  endpoint: WebhookEndpoint | null;
  formKey: string;
  outcome: Outcome | undefined;
}) {
  const { t } = useTranslation();
  const { name = "", url = "", events = [] } = endpoint ?? {};
  const { form, fields, revision, conflict, base } = useEditForm<EndpointFields>({
    id: "endpoint",
    outcome,
    defaultValue: { key: formKey, name, url, events, reason: "" },
    base: { name, url, events },
  });
  const chosen = [fields.events.initialValue ?? []].flat() as (string | undefined)[];
  const label = t(endpoint ? "admin.webhook.edit" : "admin.webhook.add");
  return (
    <section className="z-panel" aria-labelledby="endpoint-form">
      <h2 id="endpoint-form">{label}</h2>
      <CheckedForm method="post" {...getFormProps(form)} preventScrollReset className="z-form">
        <ConflictPanel form={form} conflict={conflict} />
        <input type="hidden" name="intent" value={endpoint ? "save" : "add"} />
        {endpoint ? (
          <>
            <input type="hidden" name="revision" value={revision ?? endpoint.revision} />
            <input type="hidden" name="base" value={base} />
          </>
        ) : (
          <input type="hidden" name="key" value={fields.key.initialValue ?? formKey} />
        )}
        <TextField
          field={fields.name}
          label={t("admin.webhook.name")}
          maxLength={longestEndpointName}
          required
        />
        <TextField
          field={fields.url}
          label={t("admin.webhook.url")}
          hint={t("admin.webhook.urlHint")}
          type="url"
          maxLength={longestEndpointUrl}
          required
        />
        <FieldGroup field={fields.events} label={t("admin.webhook.events")}>
          <div
            id={fields.events.id}
            tabIndex={-1}
            className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-x-6"
          >
            {webhookEvents.map((event) => (
              <Tick
                key={event}
                name="events"
                value={event}
                defaultChecked={chosen.includes(event)}
                label={
                  <code dir="ltr" className="font-mono text-sm">
                    {event}
                  </code>
                }
              />
            ))}
          </div>
        </FieldGroup>
        <TextField field={fields.reason} label={t("admin.user.note")} maxLength={longestReason} />
        <button type="submit" className="z-button z-button-primary justify-self-start">
          {endpoint ? t("profile.save") : label}
        </button>
      </CheckedForm>
    </section>
  );
}
