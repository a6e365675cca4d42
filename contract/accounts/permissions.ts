/**
 * Levels of an admin, stored in a user's `admin` (spec, section 3: above 0 = admin). Each level includes the rights of
 * the lower ones.
 */
export const adminLevels = { none: 0, viewer: 1, editor: 2, owner: 3 } as const;
export type AdminLevel = keyof typeof adminLevels;
export const adminLevelNames = Object.keys(adminLevels) as [AdminLevel, ...AdminLevel[]];

/**
 * Actions in the admin area, each with the lowest level that may do it. API, loaders and actions all read this table.
 */
export const permissions = {
  "overview.read": "viewer",
  "catalogue.read": "viewer",
  "catalogue.write": "editor",
  "users.read": "viewer",
  "users.write": "editor",
  /** Change admins and their levels. */
  "users.levels": "owner",
  /** Export all users' addresses in one file. */
  "users.export": "owner",
  "feedback.read": "viewer",
  "feedback.reply": "editor",
  "texts.read": "viewer",
  "texts.write": "editor",
  "analysis.read": "viewer",
  "payments.read": "viewer",
  "payments.write": "editor",
  /** Export all orders with addresses in one file. */
  "payments.export": "owner",
  "audit.read": "editor",
  "settings.read": "editor",
  "settings.write": "owner",
  /** Keys by which other software makes the calls of admins. */
  "keys.read": "owner",
  "keys.write": "owner",
  "webhooks.read": "owner",
  "webhooks.write": "owner",
} as const satisfies Record<string, AdminLevel>;
export type Permission = keyof typeof permissions;
export const permissionNames = Object.keys(permissions) as [Permission, ...Permission[]];

export function isPermissionName(name: string): name is Permission {
  return Object.hasOwn(permissions, name);
}

/**
 * Whether an admin of a level may do an action.
 * @param admin a user's `admin`: 0 = not an admin
 */
export function isPermitted(admin: number, permission: Permission): boolean {
  return admin >= adminLevels[permissions[permission]];
}

/** @returns the name of a level; a number between two levels or above all of them gives the next lower one */
export function levelName(admin: number): AdminLevel {
  if (admin >= adminLevels.owner) return "owner";
  if (admin >= adminLevels.editor) return "editor";
  return admin >= adminLevels.viewer ? "viewer" : "none";
}
