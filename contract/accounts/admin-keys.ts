import { z } from "zod";
import { actor, iso, paging, reason } from "../admin-fields.ts";
import { get, post } from "../call.ts";
import { page } from "../models.ts";
import { permissionNames } from "./permissions.ts";
import { keyPrefix, keyStates, longestKeyName } from "./values.ts";

/** An API key: 256 bits, base64url. */
export const apiKeyToken = z.string().regex(new RegExp(`^${keyPrefix}[A-Za-z0-9_-]{43}$`));

export const adminKey = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** The first letters of the key. */
  hint: z.string(),
  permissions: z.array(z.enum(permissionNames)),
  state: z.enum(keyStates),
  /** The owner who made it. */
  actor,
  createdAt: iso,
  /** Null = it does not expire. */
  expiresAt: iso.nullable(),
  /** Accurate to the minute; null = never. */
  lastUsedAt: iso.nullable(),
  revokedAt: iso.nullable(),
});
export type AdminKey = z.infer<typeof adminKey>;

/** Keys by which other software makes the calls of admins. */
export const adminKeyCalls = {
  "z/key/list": get({
    access: "admin",
    permission: "keys.read",
    summary: "Every API key, latest first, also those that no longer work.",
    input: z.strictObject({ ...paging }),
    output: page(adminKey),
  }),
  "z/key/create": post({
    access: "admin",
    permission: "keys.write",
    summary:
      "A new API key, which only this answer has. The same `key` makes one, however often it is sent; a further answer has no token.",
    input: z.strictObject({
      key: z.uuid(),
      name: z.string().trim().min(1).max(longestKeyName),
      /** Made by an API key: only those that it has itself. */
      permissions: z.array(z.enum(permissionNames)).min(1).max(permissionNames.length),
      /** Null = it does not expire. */
      expiresAt: iso.nullable(),
      reason: reason.optional(),
    }),
    output: z.strictObject({ key: adminKey, token: apiKeyToken.nullable() }),
  }),
  "z/key/revoke": post({
    access: "admin",
    permission: "keys.write",
    summary: "The key opens nothing from now on.",
    input: z.strictObject({ id: z.uuid(), reason: reason.optional() }),
    output: z.strictObject({}),
  }),
};
