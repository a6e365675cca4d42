import { Link, useLocation } from "@remix-run/react";
import type { TFunction } from "i18next";
import { ArrowLeft, Bell } from "lucide-react";
import { createContext, useContext, useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { UserInfo } from "../../../contract/index.ts";
import { isPermitted, levelName, type Permission } from "../../../contract/accounts/permissions.ts";
import { useKeptHtml } from "../../performance/kept-html.ts";
import { CountBadge } from "../../ui/count-badge.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";
import { FollowedLink } from "./followed-link.tsx";
import { useBrowserZone, ZoneContext } from "./zone.ts";
import { isHere, sectionGroups, sectionOf, type SectionName } from "./navigation.ts";

const LevelContext = createContext(0);

/**
 * @returns whether the current admin may do something. Other actions are hidden; refusing them is up to the API.
 */
export function useMay(): (permission: Permission) => boolean {
  const admin = useContext(LevelContext);
  return (permission) => isPermitted(admin, permission);
}

/** The admin area around a screen: a bar with a row of sections on phones, a side navigation on wide screens. */
export function AdminFrame({
  user,
  unseen,
  zone,
  children,
}: {
  user: UserInfo | null;
  /** Unseen notices of the admin. */
  unseen: number;
  /** The time zone that times are shown in. */
  zone: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  useBrowserZone(zone);
  const admin = user?.admin ?? 0;
  const { pathname } = useLocation();
  const here = sectionOf(pathname);
  return (
    <LevelContext.Provider value={admin}>
      <ZoneContext.Provider value={zone}>
        <div className="frame z-frame">
          <header className="z-bar">
            {/* Another area has other texts: its pages are documents of their own. */}
            <Link to="/" reloadDocument className="z-leave" aria-label={t("admin.nav.leave")}>
              <ArrowLeft aria-hidden="true" className="flip size-5" />
            </Link>
            <Link to="/z" className="z-brand" aria-label={t("admin.nav.area")}>
              <Wordmark className="h-5 w-auto" />
              <span className="rounded-sm bg-ink px-1.75 py-px text-2xs/4.5 font-bold text-white">
                {t("admin.nav.tag")}
              </span>
            </Link>
            <p className="z-here min-w-0 truncate text-lg font-bold" aria-hidden="true">
              {t(here ? `admin.section.${here.name}` : "admin.nav.area")}
            </p>
            {user && admin > 0 ? <InboxLink unseen={unseen} /> : null}
          </header>
          {admin > 0 ? <Sections admin={admin} /> : null}
          {user && admin > 0 ? (
            <footer className="z-person">
              <span className="truncate" dir="auto">
                {user.name ?? user.email}
              </span>
              <span className="z-chip">{t(`admin.level.${levelName(admin)}`)}</span>
            </footer>
          ) : null}
          <div className="page z-page flex flex-col">{children}</div>
        </div>
        <FollowedLink />
      </ZoneContext.Provider>
    </LevelContext.Provider>
  );
}

/** What admins are told of is in their own inbox, which is another area's page. */
function InboxLink({ unseen }: { unseen: number }) {
  const { t } = useTranslation();
  return (
    <Link
      to="/profile/inbox"
      reloadDocument
      className="z-inbox relative grid size-11 shrink-0 place-items-center rounded-full"
      aria-label={
        unseen > 0 ? `${t("notices.title")}: ${t("notices.unseen", { count: unseen })}` : t("notices.title")
      }
    >
      <Bell aria-hidden="true" className="size-5" />
      {unseen > 0 ? <CountBadge count={unseen} label="" className="absolute end-0 top-0.5" /> : null}
    </Link>
  );
}

function Sections({ admin }: { admin: number }) {
  const { t, i18n } = useTranslation();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  // Scrolls the current section into view in the row on phones.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>("[aria-current=page]");
    current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  const here = sectionGroups.flatMap(({ sections }) => sections).find((one) => isHere(one, pathname))?.name;
  const links = () => <SectionLinks admin={admin} here={here} t={t} />;
  const html = useKeptHtml(["sections", admin, here, i18n.language], links);
  return (
    <nav
      ref={nav}
      className="z-nav"
      aria-label={t("admin.nav.sections")}
      {...(html === null ? { children: links() } : { dangerouslySetInnerHTML: { __html: html } })}
    />
  );
}

/** The links of all sections. Without hooks: the server keeps their markup. */
function SectionLinks({ admin, here, t }: { admin: number; here: SectionName | undefined; t: TFunction }) {
  return sectionGroups.map(({ name, sections }) => {
    const allowed = sections.filter(({ permission }) => isPermitted(admin, permission));
    return allowed.length === 0 ? null : (
      <section key={name} className="z-nav-group">
        <h2 className="z-nav-title">{t(`admin.group.${name}`)}</h2>
        <ul>
          {allowed.map(({ to, name: section, icon: Icon }) => (
            <li key={to}>
              <PageLink
                to={to}
                prefetch="intent"
                className="z-nav-link"
                aria-current={section === here ? "page" : undefined}
              >
                <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.9} />
                {t(`admin.section.${section}`)}
              </PageLink>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
