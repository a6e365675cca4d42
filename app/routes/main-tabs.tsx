import { NavLink } from "@remix-run/react";
import { Bookmark, House, UserRound, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";

/** The sections of the user area, in the order of the tabs. */
const tabs = [
  { to: "/", label: "nav.home", icon: House },
  { to: "/my-list", label: "nav.myList", icon: Bookmark },
  { to: "/profile", label: "nav.profile", icon: UserRound },
] as const satisfies readonly { to: string; label: string; icon: LucideIcon }[];

/** Links to the sections: below the page, or at its side on wide screens. @param aside only there */
export function MainTabs({ aside = false }: { aside?: boolean }) {
  const { t } = useTranslation();
  return (
    <nav className={aside ? "tabs tabs-aside" : "tabs"} aria-label={t("nav.main")}>
      <ul>
        {tabs.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <NavLink to={to} end={to === "/"} prefetch="intent" className="tab">
              <Icon aria-hidden="true" className="size-5.5" strokeWidth={1.9} />
              {t(label)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
