import type { LoaderFunctionArgs, MetaArgs } from "@remix-run/node";
import { Form, Link, useRouteLoaderData } from "@remix-run/react";
import { ChevronRight, Globe, Info, LogOut, MessageSquareText, UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { AnalyticsChoice } from "../../features/firebase/analytics-choice.tsx";
import { languageOf } from "../../features/language/languages.ts";
import { serverApi } from "../../lib/api.server.ts";
import { useDocument } from "../../lib/document-context.ts";
import { pageFacts, pageMeta } from "../../lib/page-meta.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { VipBadge } from "../../ui/badge.tsx";
import { TextLinks } from "../../ui/text-links.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { t, signed } = await serverApi(request, context);
  return {
    page: pageFacts(request, context, {
      title: `${t("profile.title")} · ${t("app.name")}`,
      description: t("profile.description"),
      siteName: t("app.name"),
      indexed: !signed(),
    }),
  };
}

export const meta = ({ data }: MetaArgs<typeof loader>) => pageMeta(data?.page);

/** Who is signed in, their membership, and the way in or out. */
export default function Profile() {
  const { t, i18n } = useTranslation();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const user = root?.user ?? null;
  const { locale } = useDocument();
  const member = user !== null && user.anonymous !== 1;
  const until = user?.vip_until ? new Date(user.vip_until) : null;
  return (
    <main id="content" className="mx-auto w-full max-w-xl px-(--gutter) pt-4 pb-10">
      <h1 className="text-2xl font-extrabold tracking-tight">{t("profile.title")}</h1>
      <section className="mt-5 flex items-center gap-4 rounded-xl bg-card p-4 shadow-card">
        {user?.avatar ? (
          <img
            src={user.avatar}
            alt=""
            width={64}
            height={64}
            className="size-16 rounded-full object-cover"
          />
        ) : (
          <span className="grid size-16 shrink-0 place-items-center rounded-full bg-curtain-tint text-curtain">
            <UserRound aria-hidden="true" className="size-8" strokeWidth={1.75} />
          </span>
        )}
        <div className="min-w-0">
          <p className="truncate text-lg font-bold" dir="auto">
            {member ? (user.name ?? user.email) : t("profile.guest")}
          </p>
          {member && user.name && user.email ? (
            <p className="truncate text-sm text-ink-soft">{user.email}</p>
          ) : null}
          {member ? (
            <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
              {user.is_vip ? <VipBadge label={t("movie.vip")} /> : null}
              {user.is_vip
                ? until
                  ? t("profile.vipUntil", {
                      date: until.toLocaleDateString(i18n.language, { dateStyle: "long", timeZone: "UTC" }),
                    })
                  : t("profile.vip")
                : t("profile.free")}
            </p>
          ) : (
            <p className="mt-0.5 text-sm text-ink-soft">{t("profile.guestText")}</p>
          )}
        </div>
      </section>
      {member ? (
        <Form method="post" action="/page/login" className="mt-6">
          <input type="hidden" name="intent" value="sign-out" />
          <button type="submit" className="button button-quiet w-full">
            <LogOut aria-hidden="true" className="flip size-4.5" />
            {t("login.signOut")}
          </button>
        </Form>
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
      <nav className="mt-8" aria-label={t("profile.more")}>
        <ul className="divide-y divide-line overflow-hidden rounded-xl bg-card shadow-card">
          <li>
            <Link
              to="/page/language?to=/profile"
              className="flex min-h-13 items-center gap-3.5 px-4 hover:bg-mist"
            >
              <Globe aria-hidden="true" className="size-5 text-ink-soft" />
              <span className="flex-1 font-medium">{t("language.title")}</span>
              <span className="text-sm text-ink-soft">{languageOf(locale).name}</span>
              <ChevronRight aria-hidden="true" className="flip size-4.5 text-ink-faint" />
            </Link>
          </li>
          <li>
            <Link
              to="/page/feedback?from=/profile"
              className="flex min-h-13 items-center gap-3.5 px-4 hover:bg-mist"
            >
              <MessageSquareText aria-hidden="true" className="size-5 text-ink-soft" />
              <span className="flex-1 font-medium">{t("feedback.heading")}</span>
              <ChevronRight aria-hidden="true" className="flip size-4.5 text-ink-faint" />
            </Link>
          </li>
          <li>
            <Link to="/page/about" className="flex min-h-13 items-center gap-3.5 px-4 hover:bg-mist">
              <Info aria-hidden="true" className="size-5 text-ink-soft" />
              <span className="flex-1 font-medium">{t("about.title")}</span>
              <ChevronRight aria-hidden="true" className="flip size-4.5 text-ink-faint" />
            </Link>
          </li>
        </ul>
      </nav>
      {root ? <AnalyticsChoice config={root.config} /> : null}
      <TextLinks className="mt-4" />
    </main>
  );
}
