import type { Rollup } from "vite";
import { iconOf, iconsOfAdmin } from "./icons-in.ts";

/** Modules of lists: screens without lists do not load them. */
const ofLists = /\/app\/admin\/kit\/(data-table|filter-bar|bulk-bar|use-ticks)\.tsx?$/;
/** Screens with both lists and forms, on different pages. */
const listsAndForms = ["feedback", "texts", "commerce"];
/** Modules of the kit that only few screens use: what a change was, lists that are put in order, and texts to copy. */
const ofFewScreens: Record<string, string> = {
  "audit-list": "admin-changes",
  diff: "admin-changes",
  "field-words": "admin-changes",
  "list-editor": "admin-list-editor",
  "title-picker": "admin-list-editor",
  "shown-once": "admin-copy",
  "copy-button": "admin-copy",
};
/** Routes whose screen no other route has. */
const withItsScreen: Record<string, string> = {
  movie: "admin-movie-overview",
  "movie-part": "admin-movie",
  "new-movie": "admin-new-movie",
  user: "admin-user",
  settings: "admin-settings",
};
/** Parts that are always loaded together: the forms and their library, a title and the upload of its movie. */
const together: Record<string, string> = { forms: "forms", upload: "admin-movie" };
/** What every screen has of uploads: their list comes with the first of them. */
const ofUploads = /\/app\/admin\/ingest\/upload\/uploads-frame\.tsx$/;
/** A movie's first page, which has no form. */
const ofOverview = /\/app\/admin\/catalogue\/movie\/(movie-head|overview-panel|panel|movie-parts)\.tsx?$/;
/** Parts of a screen that other screens use too. */
const shownElsewhere = /(-(cells?|query|chip)|^user-orders)$/;

/**
 * Returns the output file of a module of the admin area: code that all screens share, with their own icons; code of
 * lists; and each screen by itself. By default the bundler joins small parts, and a list then loads the code of forms,
 * and one screen that of another.
 */
export function partsOfAdmin(): (id: string, info: Rollup.ModuleInfo | null) => string | undefined {
  const { own } = iconsOfAdmin();
  return (id, info) => {
    const icon = iconOf(id);
    if (icon) return own.has(icon) ? "admin" : undefined;
    if (ofLists.test(id)) return "admin-lists";
    if (ofUploads.test(id)) return "admin";
    if (ofOverview.test(id)) return "admin-movie-overview";
    if (/\/movie\/(create-panel|choices)\.tsx?$/.test(id)) return "admin-new-movie";
    const [, kit] = /\/app\/admin\/kit\/(forms\/fields|[^/.]+)\.tsx?$/.exec(id) ?? [];
    if (kit) return ofFewScreens[kit] ?? "admin";
    if (/\/contract\/accounts\/permissions\./.test(id)) return "admin";
    const [, page] = /\/app\/routes\/admin\/([\w-]+)\.tsx?(?:\?|$)/.exec(id) ?? [];
    if (page) return withItsScreen[page] ?? `admin-page-${page}`;
    const [, screen, file = ""] = /\/app\/admin\/(?:[\w-]+\/)*([\w-]+)\/([^/?]+)\.tsx?$/.exec(id) ?? [];
    if (!screen) return undefined;
    if (together[screen]) return together[screen];
    if (shownElsewhere.test(file)) return `admin-${screen}-parts`;
    const isForm = info?.importedIds.some((one) => one.includes("/@conform-to/"));
    return isForm && listsAndForms.includes(screen) ? `admin-${screen}-form` : `admin-${screen}`;
  };
}
