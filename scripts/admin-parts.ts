import type { Rollup } from "vite";
import { iconOf, iconsOfAdmin } from "./icons-in.ts";

/** Modules of lists: screens that have none go without. */
const ofLists = /\/app\/admin\/kit\/(data-table|filter-bar|bulk-bar|use-ticks)\.tsx?$/;
/** Screens that have both lists and forms, on different pages. */
const listsAndForms = ["feedback", "texts"];
/** Parts that nobody loads without another: the forms and their library, a title and the upload of its film. */
const together: Record<string, string> = { forms: "forms", upload: "admin-movie" };
/** What other screens show of one, too. */
const shownElsewhere = /(-(cells?|query|chip)|^person-orders)$/;

/**
 * Says which file a module of the admin area goes to: what all its screens share, with the icons only they have; what
 * lists are made of; and each screen by itself. Left alone the bundler puts small parts together, and a list then loads
 * the code of forms, and one screen another's.
 */
export function partsOfAdmin(): (id: string, info: Rollup.ModuleInfo | null) => string | undefined {
  const { own } = iconsOfAdmin();
  return (id, info) => {
    const icon = iconOf(id);
    if (icon) return own.has(icon) ? "admin" : undefined;
    if (ofLists.test(id)) return "admin-lists";
    if (/\/app\/admin\/kit\/[^/.]+\.tsx?$|\/contract\/accounts\/permissions\./.test(id)) return "admin";
    const [, page] = /\/app\/routes\/admin\/([\w-]+)\.tsx?(?:\?|$)/.exec(id) ?? [];
    if (page) return ["movie", "user", "settings"].includes(page) ? `admin-${page}` : `admin-page-${page}`;
    const [, screen, file = ""] = /\/app\/admin\/(?:[\w-]+\/)*([\w-]+)\/([^/?]+)\.tsx?$/.exec(id) ?? [];
    if (!screen) return undefined;
    if (together[screen]) return together[screen];
    if (shownElsewhere.test(file)) return `admin-${screen}-parts`;
    const isForm = info?.importedIds.some((one) => one.includes("/@conform-to/"));
    return isForm && listsAndForms.includes(screen) ? `admin-${screen}-form` : `admin-${screen}`;
  };
}
