import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs } from "@remix-run/node";
import {
  Link,
  useActionData,
  useLoaderData,
  useNavigation,
  type ClientLoaderFunctionArgs,
} from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Panel } from "../../features/account/panel.tsx";
import { languages } from "../../features/language/languages.ts";
import { PinForm } from "../../features/profiles/pin-form.tsx";
import { ProfileForm } from "../../features/profiles/profile-form.tsx";
import { nameOf } from "../../features/profiles/profile-words.ts";
import {
  outcomes,
  writeProfiles,
  type ProfileRefusal,
} from "../../features/profiles/profiles-action.server.ts";
import { ProfilesList } from "../../features/profiles/profiles-list.tsx";
import { serverApi } from "../../lib/api.server.ts";
import type { RouteHandle } from "../../lib/packs.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import { loadTexts } from "../../lib/part-texts.ts";
import { ConfirmStep } from "../../ui/confirm-step.tsx";
import { Flash } from "../../ui/flash.tsx";

export const handle: RouteHandle = { texts: ["profiles"] };

const here = "/profile/profiles";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, signed, unwrap } = await serverApi(request, context);
  const { searchParams } = new URL(request.url);
  const answer = signed() ? await api.get("profiles/list", {}) : null;
  if (answer === null || !signed()) throw redirect(`/page/login?${new URLSearchParams({ to: here })}`, 303);
  const { items, possible, manages } = unwrap(answer);
  if (possible && !manages) throw redirect(`/page/profiles?${new URLSearchParams({ to: here })}`, 303);
  const done = searchParams.get("done");
  return {
    items,
    possible,
    edited: items.find(({ id }) => id === searchParams.get("edit")) ?? null,
    adds: searchParams.has("add"),
    deletes: searchParams.has("delete"),
    done: outcomes.find((one) => one === done) ?? null,
    languages: languages.map(({ locale, name }) => ({ locale, name })),
    page: pageFacts(request, context, {
      title: `${t("profile.profiles")} · ${t("app.name")}`,
      description: t("profiles.description"),
      siteName: t("app.name"),
      indexed: false,
    }),
  };
}

/** Every write of profiles (`intent`); the API authorises each call. */
export async function action({ request, context }: ActionFunctionArgs) {
  return writeProfiles(request, context, await serverApi(request, context));
}

/** A client-side navigation to this page has not loaded its texts yet. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const [answer] = await Promise.all([serverLoader<typeof loader>(), loadTexts("profiles")]);
  return answer;
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

/** The profiles of the account, in its own one. */
export default function ManageProfiles() {
  const { t } = useTranslation();
  const { items, possible, edited, adds, deletes, done, languages } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>() as ProfileRefusal | undefined;
  const busy = useNavigation().formMethod === "POST";
  const form = { languages, refusal, busy };
  return (
    <main id="content" className="mx-auto w-full max-w-xl px-(--gutter) pt-4 pb-10">
      {edited ? (
        <Panel title={nameOf(edited, t)} to={here}>
          <ProfileForm key={edited.id} profile={edited} {...form} />
          <PinForm profile={edited} refusal={refusal} busy={busy} />
          {edited.main ? null : (
            <section className="border-t border-line pt-5">
              <Link
                to={`${here}?${new URLSearchParams({ edit: edited.id, delete: "1" })}`}
                className="button button-quiet w-full text-curtain-deep"
              >
                {t("profiles.delete")}
              </Link>
              {deletes ? (
                <ConfirmStep
                  text={t("profiles.deleteText", { name: nameOf(edited, t) })}
                  cancelTo={`${here}?${new URLSearchParams({ edit: edited.id })}`}
                  action={here}
                  hidden={[
                    ["intent", "delete"],
                    ["id", edited.id],
                  ]}
                />
              ) : null}
            </section>
          )}
        </Panel>
      ) : adds && possible ? (
        <Panel title={t("profiles.add")} to={here}>
          <ProfileForm profile={null} {...form} />
        </Panel>
      ) : (
        <Panel title={t("profile.profiles")} text={t("profiles.text")}>
          {done ? <Flash tone="done" text={t(`profiles.done.${done}`)} /> : null}
          {refusal ? <Flash tone="error" text={refusal.message} /> : null}
          {possible ? <ProfilesList items={items} /> : <p>{t("profiles.impossible")}</p>}
        </Panel>
      )}
    </main>
  );
}
