import { Form } from "@remix-run/react";
import { KeyRound, Power, Send, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { WebhookEndpoint } from "../../../../contract/service/admin-webhooks.ts";
import { useWriters } from "../../kit/format.ts";
import { Time } from "../../kit/time.tsx";
import { EndpointChip } from "./endpoint-chip.tsx";

/**
 * An endpoint's facts, and what can be done with it.
 * @param formKey random, one a page: a test that is sent twice is one
 */
export function EndpointPanel({ endpoint, formKey }: { endpoint: WebhookEndpoint; formKey: string }) {
  const { t } = useTranslation();
  const write = useWriters();
  const { url, events, off, failingSince, oldSecretUntil, createdAt, counts } = endpoint;
  return (
    <section className="z-panel" aria-labelledby="endpoint">
      <h2 id="endpoint" className="flex flex-wrap items-center gap-2">
        {t("admin.webhook.endpoint")} <EndpointChip endpoint={endpoint} />
      </h2>
      <dl className="z-facts">
        <div>
          <dt>{t("admin.webhook.url")}</dt>
          <dd>
            <bdi dir="ltr">{url}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t("admin.webhook.events")}</dt>
          <dd>
            <bdi dir="ltr">{events.join(", ")}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t("admin.magnet.addedAt")}</dt>
          <dd>
            <Time at={createdAt} />
          </dd>
        </div>
        {(["delivered", "waiting", "failed"] as const).map((state) => (
          <div key={state}>
            <dt>{t(`admin.deliveryState.${state}`)}</dt>
            <dd>{write.number(counts[state])}</dd>
          </div>
        ))}
      </dl>
      {failingSince && !off ? (
        <p className="mt-3 text-sm">{t("admin.webhook.failingSince", { date: write.at(failingSince) })}</p>
      ) : null}
      {oldSecretUntil ? (
        <p className="mt-3 text-sm">{t("admin.webhook.oldUntil", { date: write.at(oldSecretUntil) })}</p>
      ) : null}
      <EndpointActions endpoint={endpoint} formKey={formKey} />
    </section>
  );
}

function EndpointActions({
  endpoint: { off, revision },
  formKey,
}: {
  endpoint: WebhookEndpoint;
  formKey: string;
}) {
  const { t } = useTranslation();
  const action = (intent: string) => (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="revision" value={revision} />
    </>
  );
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {off ? null : (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="test" />
          <input type="hidden" name="key" value={formKey} />
          <button type="submit" className="z-button z-button-primary">
            <Send aria-hidden="true" className="flip size-4" />
            {t("admin.webhook.test")}
          </button>
        </Form>
      )}
      <Form method="post" preventScrollReset>
        {action(off ? "on" : "off")}
        <button type="submit" className="z-button">
          <Power aria-hidden="true" className="size-4" />
          {t(off ? "admin.webhook.turnOn" : "admin.webhook.turnOff")}
        </button>
      </Form>
      <Form method="post" preventScrollReset>
        {action("rotate")}
        <button type="submit" className="z-button">
          <KeyRound aria-hidden="true" className="size-4" />
          {t("admin.webhook.rotate")}
        </button>
      </Form>
      <Form method="post" preventScrollReset>
        {action("delete")}
        <button type="submit" className="z-button">
          <Trash2 aria-hidden="true" className="size-4" />
          {t("admin.webhook.delete")}
        </button>
      </Form>
    </div>
  );
}
