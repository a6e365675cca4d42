import { Bookmark, House, UserRound, type LucideIcon } from "lucide-react";

/** The sections of the user area, in the order of the tabs. A section is listed when its route exists. */
export const tabs = [
  { to: "/", label: "nav.home", icon: House },
  { to: "/my-list", label: "nav.myList", icon: Bookmark },
  { to: "/profile", label: "nav.profile", icon: UserRound },
] as const satisfies readonly { to: string; label: string; icon: LucideIcon }[];
