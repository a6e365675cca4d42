import {
  ChartLine,
  ClipboardList,
  FileText,
  Clapperboard,
  House,
  KeyRound,
  ListChecks,
  BadgePercent,
  Percent,
  Receipt,
  TicketPercent,
  LayoutList,
  Library,
  LayoutGrid,
  Magnet,
  MessageSquareText,
  Search,
  Settings,
  Tags,
  Users,
  Webhook,
  type LucideIcon,
} from "lucide-react";
import type { Permission } from "../../../contract/accounts/permissions.ts";

export type SectionName =
  | "home"
  | "search"
  | "management"
  | "analysis"
  | "movies"
  | "magnets"
  | "jobs"
  | "genres"
  | "collections"
  | "rows"
  | "users"
  | "orders"
  | "plans"
  | "coupons"
  | "codes"
  | "feedback"
  | "texts"
  | "audit"
  | "settings"
  | "keys"
  | "webhooks";

export type Section = { to: `/z${string}`; name: SectionName; icon: LucideIcon; permission: Permission };

/** Every section of the admin area, grouped as in the navigation. A section is listed once its screen is complete. */
export const sectionGroups: readonly {
  name: "overview" | "catalogue" | "people" | "sales" | "operation";
  sections: Section[];
}[] = [
  {
    name: "overview",
    sections: [
      { to: "/z", name: "home", icon: House, permission: "overview.read" },
      { to: "/z/search", name: "search", icon: Search, permission: "overview.read" },
      { to: "/z/management", name: "management", icon: LayoutGrid, permission: "overview.read" },
      { to: "/z/page/analysis", name: "analysis", icon: ChartLine, permission: "analysis.read" },
    ],
  },
  {
    name: "catalogue",
    sections: [
      { to: "/z/page/movie", name: "movies", icon: Clapperboard, permission: "catalogue.read" },
      { to: "/z/page/magnet", name: "magnets", icon: Magnet, permission: "catalogue.read" },
      { to: "/z/page/job", name: "jobs", icon: ListChecks, permission: "catalogue.read" },
      { to: "/z/management/genres", name: "genres", icon: Tags, permission: "catalogue.read" },
      {
        to: "/z/management/collections",
        name: "collections",
        icon: Library,
        permission: "catalogue.read",
      },
      { to: "/z/management/rows", name: "rows", icon: LayoutList, permission: "catalogue.read" },
    ],
  },
  {
    name: "people",
    sections: [
      { to: "/z/page/user", name: "users", icon: Users, permission: "users.read" },
      {
        to: "/z/management/feedback",
        name: "feedback",
        icon: MessageSquareText,
        permission: "feedback.read",
      },
    ],
  },
  {
    name: "sales",
    sections: [
      { to: "/z/management/orders", name: "orders", icon: Receipt, permission: "payments.read" },
      { to: "/z/management/plans", name: "plans", icon: BadgePercent, permission: "payments.read" },
      { to: "/z/management/coupons", name: "coupons", icon: Percent, permission: "payments.read" },
      { to: "/z/management/codes", name: "codes", icon: TicketPercent, permission: "payments.read" },
    ],
  },
  {
    name: "operation",
    sections: [
      { to: "/z/management/texts", name: "texts", icon: FileText, permission: "texts.read" },
      { to: "/z/management/audit", name: "audit", icon: ClipboardList, permission: "audit.read" },
      { to: "/z/page/settings", name: "settings", icon: Settings, permission: "settings.read" },
      { to: "/z/page/key", name: "keys", icon: KeyRound, permission: "keys.read" },
      { to: "/z/page/webhook", name: "webhooks", icon: Webhook, permission: "webhooks.read" },
    ],
  },
];

/** Pages below these belong to no section, or to one of their own. */
const alone = ["/z", "/z/management"];

/** @returns whether the navigation marks a section as the page's own */
export function isHere({ to }: Section, pathname: string): boolean {
  return pathname === to || (pathname.startsWith(`${to}/`) && !alone.includes(to));
}

/** @returns the section of a path: the one whose address is the longest prefix of it */
export function sectionOf(pathname: string): Section | undefined {
  return sectionGroups
    .flatMap(({ sections }) => sections)
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((a, b) => b.to.length - a.to.length)[0];
}
