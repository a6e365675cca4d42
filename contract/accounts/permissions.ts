/**
 * Levels of an admin, kept in `admin` of a user (spec, section 3: above 0 = admin). Each may do what the ones below may.
 */
export const adminLevels = { none: 0, viewer: 1, editor: 2, owner: 3 } as const;
export type AdminLevel = keyof typeof adminLevels;
export const adminLevelNames = Object.keys(adminLevels) as [AdminLevel, ...AdminLevel[]];

/** What can be done in the admin area, and the lowest level that may. The one table: API, loaders and actions read it. */
export const permissions = {
  "overview.read": "viewer",
  "catalogue.read": "viewer",
  "catalogue.write": "editor",
  "people.read": "viewer",
  "people.write": "editor",
  /** Who is an admin, and of what level. */
  "people.levels": "owner",
  /** Everybody's addresses in one file. */
  "people.export": "owner",
  "feedback.read": "viewer",
  "feedback.reply": "editor",
  "texts.read": "viewer",
  "texts.write": "editor",
  "analysis.read": "viewer",
  "payments.read": "viewer",
  "payments.write": "editor",
  /** Who bought what, with addresses, in one file. */
  "payments.export": "owner",
  "audit.read": "editor",
  "settings.read": "editor",
  "settings.write": "owner",
} as const satisfies Record<string, AdminLevel>;
export type Permission = keyof typeof permissions;

/**
 * Whether an admin of a level may do something.
 * @param admin `admin` of a user: 0 = no admin
 */
export function isPermitted(admin: number, permission: Permission): boolean {
  return admin >= adminLevels[permissions[permission]];
}

/** @returns the name of a level; a number between or above two is the lower one */
export function levelName(admin: number): AdminLevel {
  if (admin >= adminLevels.owner) return "owner";
  if (admin >= adminLevels.editor) return "editor";
  return admin >= adminLevels.viewer ? "viewer" : "none";
}
