import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { writeSecurity, type SecurityOutcome } from "../../features/account/security-action.server.ts";
import { Panel } from "../../features/account/panel.tsx";
import { LinkedCard, type ShownLink } from "../../features/account/linked-card.tsx";
import { NewPasskeyCard, PasskeysCard, type ShownPasskey } from "../../features/account/passkey-cards.tsx";
import { CodesCard, FactorCard, RecoveryCard, SetUpCard } from "../../features/account/security-cards.tsx";
import { serverApi } from "../../lib/api.server.ts";
import { dateFormat } from "../../lib/formats.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import { safeRedirect } from "../../lib/safe-redirect.ts";
import { Flash } from "../../ui/flash.tsx";

/** What the page says after a write, by `done` of its address. */
const outcomes = {
  off: "security.turnedOff",
  "passkey-added": "security.passkeyAdded",
  "passkey-saved": "security.passkeySaved",
  "passkey-removed": "security.passkeyRemoved",
  linked: "security.linkDone",
  unlinked: "security.unlinkDone",
} as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, locale, signed, unwrap } = await serverApi(request, context);
  const { searchParams } = new URL(request.url);
  const answer = signed() ? await api.get("factor/state", {}) : null;
  if (answer === null || !signed())
    throw redirect(`/page/login?${new URLSearchParams({ to: "/profile/security" })}`, { status: 303 });
  const { since, passkeys, ...state } = unwrap(answer);
  const { label, items } = unwrap(await api.get("oidc/list", {}));
  // Of the server alone: a browser may write a date differently, and both must render the same page.
  const day = (at: string | null) =>
    at && dateFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(at));
  const done = searchParams.get("done") ?? "";
  return {
    ...state,
    since: day(since),
    passkeys: passkeys.map(({ createdAt, usedAt, ...passkey }) => ({
      ...passkey,
      since: day(createdAt)!,
      used: day(usedAt),
    })),
    provider: label,
    linked: items.map(({ createdAt, ...link }) => ({ ...link, since: day(createdAt)! })),
    /** The admin's page that waits for the second factor. */
    to: safeRedirect(searchParams.get("to"), ""),
    done: Object.hasOwn(outcomes, done) ? t(outcomes[done as keyof typeof outcomes]) : null,
    page: pageFacts(request, context, {
      title: `${t("security.title")} · ${t("app.name")}`,
      description: t("security.description"),
      siteName: t("app.name"),
      indexed: false,
    }),
  };
}

/** Every write of the second factor (`intent`); the API authorises each call. */
export async function action({ request, context }: ActionFunctionArgs) {
  return writeSecurity(request, context, await serverApi(request, context));
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

/** The account's second factors and passkeys. */
export default function Security() {
  const { t } = useTranslation();
  const { needed, to, done, ...state } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>() as SecurityOutcome | undefined;
  const busy = useNavigation().formMethod === "POST";
  const refusal = outcome && "refusal" in outcome ? outcome.refusal : undefined;
  return (
    <main id="content" className="mx-auto w-full max-w-xl px-(--gutter) pt-4 pb-10">
      <Panel title={t("security.title")}>
        {needed ? <Flash tone="error" text={t("security.needed")} /> : null}
        {done && !outcome ? <Flash tone="done" text={done} /> : null}
        {refusal && !refusal.fields.code ? <Flash tone="error" text={refusal.message} /> : null}
        {outcome && "codes" in outcome ? (
          <CodesCard {...outcome} to={to} />
        ) : outcome && "setUp" in outcome && !state.since ? (
          <SetUpCard {...outcome.setUp} to={to} error={refusal?.fields.code} busy={busy} />
        ) : outcome && "creation" in outcome ? (
          <NewPasskeyCard creation={outcome.creation} to={to} busy={busy} />
        ) : (
          <Factors {...state} to={to} busy={busy} />
        )}
      </Panel>
    </main>
  );
}

type FactorsProps = {
  possible: boolean;
  since: string | null;
  recoveryLeft: number;
  passkeysPossible: boolean;
  passkeys: ShownPasskey[];
  provider: string | null;
  linked: ShownLink[];
  to: string;
  busy: boolean;
};

function Factors(props: FactorsProps) {
  const { possible, since, recoveryLeft, passkeysPossible, passkeys, provider, linked, to, busy } = props;
  const { t } = useTranslation();
  if (!possible && !passkeysPossible) return <p className="text-ink-soft">{t("security.impossible")}</p>;
  return (
    <>
      {passkeysPossible || passkeys.length > 0 ? (
        <PasskeysCard passkeys={passkeys} to={to} busy={busy} />
      ) : null}
      {possible ? <FactorCard since={since} to={to} busy={busy} /> : null}
      {since !== null || passkeys.length > 0 ? (
        <RecoveryCard left={recoveryLeft} to={to} busy={busy} />
      ) : null}
      {provider !== null || linked.length > 0 ? (
        <LinkedCard name={provider} items={linked} to={to} busy={busy} />
      ) : null}
    </>
  );
}
