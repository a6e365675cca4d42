import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import {
  Form,
  Link,
  useActionData,
  useLoaderData,
  useNavigation,
  useRouteLoaderData,
  useSubmit,
} from "@remix-run/react";
import { Bell, BellRing, Crown, Globe, Info, LayoutDashboard, LogOut, MessageSquareText } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { succeeded } from "../../../contract/envelope.ts";
import type { ProfileInfo } from "../../../contract/index.ts";
import { DeletePanel } from "../../features/account/delete-panel.tsx";
import { DevicesPanel } from "../../features/account/devices-panel.tsx";
import { EditPanel } from "../../features/account/edit-panel.tsx";
import { viewOf, type Outcome } from "../../features/account/outcome.ts";
import { DoneNotice } from "../../features/account/panel.tsx";
import { PasswordPanel } from "../../features/account/password-panel.tsx";
import { ProfileCard } from "../../features/profiles/profile-card.tsx";
import { UserCard } from "../../features/account/user-card.tsx";
import { writeProfile } from "../../features/account/profile-action.server.ts";
import { useUploadForms } from "../../features/session/use-upload-forms.ts";
import {
  AccountRows,
  DataRows,
  DataSaverRow,
  SettingsGroup,
  SettingsLink,
} from "../../features/account/settings-list.tsx";
import { AnalyticsChoice } from "../../features/firebase/analytics-choice.tsx";
import { GoogleProof } from "../../features/firebase/google-proof.tsx";
import { languageOf } from "../../features/language/languages.ts";
import { serverApi } from "../../lib/api.server.ts";
import { useDocument } from "../../lib/document-context.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { TextLinks } from "../../ui/text-links.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, t, signed, unwrap } = await serverApi(request, context);
  const view = signed() ? viewOf(new URL(request.url).searchParams) : null;
  const answer = view === "devices" ? await api.get("device/list", {}) : null;
  return {
    view,
    // A session that has ended meanwhile has no devices, and this is then a visitor's page.
    devices: answer && signed() ? unwrap(answer).items : [],
    page: pageFacts(request, context, {
      title: `${t("profile.title")} · ${t("app.name")}`,
      description: t("profile.description"),
      siteName: t("app.name"),
    }),
  };
}

/** Every write of the profile (`intent`); the API authorises each call. */
export async function action({ request, context }: ActionFunctionArgs) {
  return writeProfile(request, context, await serverApi(request, context));
}

export { heldClientAction as clientAction } from "../../lib/send-form.ts";

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

const deletion = { method: "post", action: "/profile?view=delete" } as const;

/** The profile, or the part of it that the URL asks for. */
export default function Profile() {
  const { view, devices } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>() as Outcome | undefined;
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const busy = useNavigation().formMethod === "POST";
  const user = root?.user ?? null;
  const member = user !== null && user.anonymous !== 1;
  const config = root && succeeded(root.config) ? root.config.d : null;
  const submit = useSubmit();
  const forms = useUploadForms();
  return (
    <main id="content" className="mx-auto w-full max-w-xl px-(--gutter) pt-4 pb-10">
      <DoneNotice outcome={outcome} />
      {view === "edit" && member ? (
        <EditPanel
          user={user}
          outcome={outcome}
          busy={busy}
          largestMb={(config?.upload.pictureMaxBytes ?? 0) / 1e6}
          forms={forms}
        />
      ) : view === "password" && member && user.email ? (
        <PasswordPanel
          email={user.email}
          minPasswordLength={config?.identity.minPasswordLength ?? 6}
          outcome={outcome}
          busy={busy}
        />
      ) : view === "devices" && member ? (
        <DevicesPanel devices={devices} busy={busy} />
      ) : view === "delete" && user ? (
        <>
          <DeletePanel
            member={member}
            asksPassword={member && user.email !== null && Boolean(config?.identity.firebase)}
            mayLackPassword={Boolean(config?.identity.firebase && config.identity.reset)}
            outcome={outcome}
            busy={busy}
          />
          {member && config?.identity.firebase ? (
            <GoogleProof
              settings={config.identity.firebase}
              uid={user.uid}
              onProven={(proof) => submit({ intent: "delete", proof }, deletion)}
            />
          ) : null}
        </>
      ) : (
        <Overview />
      )}
    </main>
  );
}

/** What is the account's, a kids profile has no business with, and its calls are refused. */
function KidsOverview({ profile, language }: { profile: ProfileInfo; language: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <h1 className="text-2xl font-extrabold tracking-tight">{t("profile.title")}</h1>
      <ProfileCard profile={profile} account={null} />
      <SettingsGroup title={t("profile.settings")}>{language}</SettingsGroup>
      <SettingsGroup title={t("profile.more")}>
        <SettingsLink to="/page/about" icon={Info} label={t("about.title")} />
      </SettingsGroup>
    </>
  );
}

/** The signed-in user, their membership, and links to everything else. */
function Overview() {
  const { t } = useTranslation();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const user = root?.user ?? null;
  const { locale } = useDocument();
  const member = user !== null && user.anonymous !== 1;
  const profile = user?.profile;
  const language = (
    <SettingsLink
      to="/page/language?to=/profile"
      icon={Globe}
      label={t("language.title")}
      value={languageOf(locale).name}
    />
  );
  if (profile && profile.age_limit !== null) return <KidsOverview profile={profile} language={language} />;
  return (
    <>
      <h1 className="text-2xl font-extrabold tracking-tight">{t("profile.title")}</h1>
      {profile ? <ProfileCard profile={profile} account={user} /> : null}
      <UserCard user={user} />
      <ul className="mt-4 divide-y divide-line overflow-hidden rounded-xl bg-card shadow-card">
        <SettingsLink to="/profile/inbox" icon={Bell} label={t("notices.title")} count={user?.unseen} />
        <SettingsLink to="/page/membership" icon={Crown} label={t("profile.membership")} />
      </ul>
      {member ? (
        <SettingsGroup title={t("profile.account")}>
          <AccountRows email={user.email} />
        </SettingsGroup>
      ) : (
        <div className="mt-6 grid gap-3">
          <Link to="/page/login?to=/profile" className="button button-primary">
            {t("login.signIn")}
          </Link>
          <Link to="/page/login?mode=sign-up&to=/profile" className="button button-quiet">
            {t("login.signUp")}
          </Link>
        </div>
      )}
      <SettingsGroup title={t("profile.settings")}>
        {language}
        <SettingsLink to="/profile/notifications" icon={BellRing} label={t("notices.choices")} />
        <DataSaverRow on={root?.dataSaver ?? false} />
      </SettingsGroup>
      {/* Shown to visitors too, who have no data yet: at the first visit start-up creates a guest a moment later. */}
      <DataRows member={member} recommending={user?.recommending ?? true} />
      <SettingsGroup title={t("profile.more")}>
        <SettingsLink
          to="/page/feedback?from=/profile"
          icon={MessageSquareText}
          label={t("feedback.heading")}
        />
        <SettingsLink to="/page/about" icon={Info} label={t("about.title")} />
        {user && user.admin > 0 ? (
          <SettingsLink to="/z" area icon={LayoutDashboard} label={t("profile.admin")} />
        ) : null}
      </SettingsGroup>
      {member ? (
        <Form method="post" action="/page/login" className="mt-8">
          <input type="hidden" name="intent" value="sign-out" />
          <button type="submit" className="button button-quiet w-full">
            <LogOut aria-hidden="true" className="flip size-4.5" />
            {t("login.signOut")}
          </button>
        </Form>
      ) : null}
      {root ? <AnalyticsChoice config={root.config} /> : null}
      <TextLinks className="mt-4" />
    </>
  );
}
