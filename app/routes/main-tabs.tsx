import { Link, useLocation } from "@remix-run/react";
import { Bookmark, House, UserRound, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useNavigationTarget } from "../lib/navigation-target.ts";

/** The sections of the user area, in the order of the tabs. */
const tabs = [
  { to: "/", label: "nav.home", icon: House },
  { to: "/my-list", label: "nav.myList", icon: Bookmark },
  { to: "/profile", label: "nav.profile", icon: UserRound },
] as const satisfies readonly { to: string; label: string; icon: LucideIcon }[];

/**
 * Links to the sections: below the page, or at its side on wide screens. A tapped one is current at once.
 * @param aside only there
 */
export function MainTabs({ aside = false }: { aside?: boolean }) {
  const { t } = useTranslation();
  const here = useLocation();
  const { pathname } = useNavigationTarget() ?? here;
  return (
    <nav className={aside ? "tabs tabs-aside" : "tabs"} aria-label={t("nav.main")}>
      <ul>
        {tabs.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              prefetch="intent"
              className="tab"
              aria-current={isWithin(to, pathname) ? "page" : undefined}
            >
              <Icon aria-hidden="true" className="size-5.5" strokeWidth={1.9} />
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Whether a page belongs to a section; home is a page by itself. */
function isWithin(section: string, pathname: string): boolean {
  return pathname === section || (section !== "/" && pathname.startsWith(`${section}/`));
}
