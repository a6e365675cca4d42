import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Rollup } from "vite";
import { iconOf, iconsIn } from "./icons-in.ts";

const app = fileURLToPath(new URL("../app", import.meta.url));

/** Modules of lists: screens that have none go without. */
const ofLists = /\/app\/features\/admin\/(data-table|filter-bar|bulk-bar|use-ticks)\.tsx?$/;
/** Screens that have both lists and forms, on different pages. */
const listsAndForms = ["feedback", "texts"];
/** Icons the bundler would otherwise put into a file of people's pages, which the admin area would then load for them. */
const sharedIcons = ["trash", "eye"];

/**
 * Says which file a module of the admin area goes to: what all its screens share, with the icons only they have; what
 * lists are made of; and each screen by itself. Left alone the bundler puts small parts together, and a list then loads
 * the code of forms, and one screen another's.
 */
export function partsOfAdmin(): (id: string, info: Rollup.ModuleInfo | null) => string | undefined {
  const icons = ownIcons();
  return (id, info) => {
    const icon = iconOf(id);
    if (icon) return icons.has(icon) ? "admin" : sharedIcons.includes(icon) ? `icon-${icon}` : undefined;
    if (ofLists.test(id)) return "admin-lists";
    if (/\/app\/features\/admin\/[^/.]+\.tsx?$|\/contract\/permissions\./.test(id)) return "admin";
    const [, page] = /\/app\/routes\/admin\/([\w-]+)\.tsx?(?:\?|$)/.exec(id) ?? [];
    if (page) return ["movie", "user", "settings"].includes(page) ? `admin-${page}` : `admin-page-${page}`;
    const [, screen, file = ""] = /\/app\/features\/admin\/([\w-]+)\/([^?]+)\.tsx?$/.exec(id) ?? [];
    if (!screen) return undefined;
    // What other screens show of it, too.
    if (/-(cells?|query)$/.test(file)) return `admin-${screen}-parts`;
    const isForm = info?.importedIds.some((one) => one.includes("/@conform-to/"));
    return isForm && listsAndForms.includes(screen) ? `admin-${screen}-form` : `admin-${screen}`;
  };
}

/** Icons that screens of the admin area show, and no other page. */
function ownIcons(): Set<string> {
  const users = new Map<string, { admin: number; others: number }>();
  for (const file of readdirSync(app, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const icon of iconsIn(join(app, file))) {
      const count = users.get(icon) ?? { admin: 0, others: 0 };
      if (/^(features|routes)[\\/]admin[\\/]/.test(file)) count.admin++;
      else count.others++;
      users.set(icon, count);
    }
  }
  return new Set(
    [...users].filter(([, { admin, others }]) => admin > 0 && others === 0).map(([icon]) => icon),
  );
}
