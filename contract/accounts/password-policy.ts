import { z } from "zod";
import type { FieldReason } from "../envelope.ts";

/** Rules for a new password, from the identity provider. */
export const passwordPolicy = z.strictObject({
  minLength: z.int(),
  /** Null = the API's own limit. */
  maxLength: z.int().nullable(),
  /** At least one of a to z. */
  lowercase: z.boolean(),
  /** At least one of A to Z. */
  uppercase: z.boolean(),
  /** At least one of 0 to 9. */
  digit: z.boolean(),
  /** At least one of these characters; null = none is needed. */
  symbols: z.string().nullable(),
});
export type PasswordPolicy = z.infer<typeof passwordPolicy>;

/** Used when the provider has no policy (spec, section 5). */
export const defaultPasswordPolicy: PasswordPolicy = {
  minLength: 6,
  maxLength: null,
  lowercase: false,
  uppercase: false,
  digit: false,
  symbols: null,
};

/** @returns the first rule a password breaks, or null when it is acceptable */
export function passwordLacks(policy: PasswordPolicy, password: string): FieldReason | null {
  if (password.length < policy.minLength) return "too_short";
  if (policy.maxLength !== null && password.length > policy.maxLength) return "too_long";
  if (policy.lowercase && !/[a-z]/.test(password)) return "lowercase";
  if (policy.uppercase && !/[A-Z]/.test(password)) return "uppercase";
  if (policy.digit && !/\d/.test(password)) return "digit";
  const { symbols } = policy;
  if (symbols !== null && ![...password].some((character) => symbols.includes(character))) return "symbol";
  return null;
}
