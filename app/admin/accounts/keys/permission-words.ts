import type { ParseKeys } from "i18next";
import { permissionNames, type Permission } from "../../../../contract/accounts/permissions.ts";

/** The section of the admin area that the first part of a permission is about. */
const areas: Record<string, ParseKeys> = {
  overview: "admin.section.home",
  catalogue: "admin.section.movies",
  users: "admin.section.users",
  feedback: "admin.section.feedback",
  texts: "admin.section.texts",
  analysis: "admin.section.analysis",
  payments: "admin.section.orders",
  audit: "admin.section.audit",
  settings: "admin.section.settings",
  keys: "admin.section.keys",
  webhooks: "admin.section.webhooks",
};

export type PermissionGroup = { name: ParseKeys; permissions: { value: Permission; act: string }[] };

/** All permissions, those of one section together. */
export const permissionGroups: PermissionGroup[] = Object.entries(areas).map(([area, name]) => ({
  name,
  permissions: permissionNames
    .filter((value) => value.startsWith(`${area}.`))
    .map((value) => ({ value, act: value.slice(area.length + 1) })),
}));
