import { useLocation, useRouteLoaderData } from "@remix-run/react";
import type { TFunction } from "i18next";
import { Bookmark, House, UserRound, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigationTarget } from "../lib/navigation-target.ts";
import { useKeptHtml } from "../performance/kept-html.ts";
import type { loader as rootLoader } from "../root.tsx";
import { CountBadge } from "../ui/count-badge.tsx";
import { PageLink } from "../ui/page-link.tsx";

/** The sections of the user area, in the order of the tabs. */
const tabs = [
  { to: "/", label: "nav.home", icon: House },
  { to: "/my-list", label: "nav.myList", icon: Bookmark },
  { to: "/profile", label: "nav.profile", icon: UserRound },
] as const satisfies readonly { to: `/${string}`; label: string; icon: LucideIcon }[];

/**
 * Links to the sections: below the page, or at its side on wide screens. A tapped one is current at once.
 * @param aside only there
 */
export function MainTabs({ aside = false }: { aside?: boolean }) {
  const { t, i18n } = useTranslation();
  const here = useLocation();
  const { pathname } = useNavigationTarget() ?? here;
  const current = tabs.find(({ to }) => isWithin(to, pathname))?.to;
  const unseen = useRouteLoaderData<typeof rootLoader>("root")?.user?.unseen ?? 0;
  const links = () => <TabLinks current={current} unseen={unseen} t={t} />;
  const html = useKeptHtml(["tabs", current, unseen, i18n.language], links);
  return (
    <nav className={aside ? "tabs tabs-aside" : "tabs"} aria-label={t("nav.main")}>
      <ul {...(html === null ? { children: links() } : { dangerouslySetInnerHTML: { __html: html } })} />
    </nav>
  );
}

/** Without hooks: the server keeps their markup. */
function TabLinks({
  current,
  unseen,
  t,
}: {
  current: (typeof tabs)[number]["to"] | undefined;
  /** Unseen notices, which the profile's tab shows. */
  unseen: number;
  t: TFunction;
}) {
  return tabs.map(({ to, label, icon: Icon }) => (
    <li key={to}>
      <PageLink to={to} prefetch="intent" className="tab" aria-current={to === current ? "page" : undefined}>
        <Icon aria-hidden="true" className="size-5.5" strokeWidth={1.9} />
        {t(label)}
        {to === "/profile" && unseen > 0 ? (
          <CountBadge count={unseen} label={t("notices.unseen", { count: unseen })} className="tab-badge" />
        ) : null}
      </PageLink>
    </li>
  ));
}

/** Whether a page belongs to a section; home is a page by itself. */
function isWithin(section: string, pathname: string): boolean {
  return pathname === section || (section !== "/" && pathname.startsWith(`${section}/`));
}
