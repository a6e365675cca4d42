import { z } from "zod";
import { get, post } from "../call.ts";
import { locale, profileId, proof } from "../fields.ts";
import { profileInfo } from "../models.ts";
import {
  longestPassword,
  longestPin,
  longestProfileName,
  mostKidsAge,
  mostProfiles,
  profileLooks,
  shortestPin,
} from "./values.ts";

/** Spaces, and digits of other scripts, are read as they are meant: see `plainDigits`. */
const pin = z.string().min(shortestPin).max(32);
const name = z.string().trim().min(1).max(longestProfileName);
const look = z
  .int()
  .min(0)
  .max(profileLooks - 1);
/** Minimum age of the titles that a kids profile may see at most. */
const ageLimit = z.int().min(0).max(mostKidsAge);

/** A profile as the one who chooses among them sees it. */
export const profile = profileInfo.omit({ chosen: true }).extend({
  /** Opening it takes a PIN. */
  protected: z.boolean(),
  /** The language it opens in; null = the one that the browser has. */
  locale: locale.nullable(),
  /** This is the one that the session has open. */
  current: z.boolean(),
  /** Opening it from here takes a PIN or the account's password: it is protected, or the kids profile is left by it. */
  asks: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

const nothing = z.strictObject({});
/** Fields of a profile that is made or changed. The account's own one has no limit, and its name is the account's. */
const fields = {
  name,
  look,
  locale: locale.nullable(),
  age_limit: ageLimit.nullable(),
  unrated: z.boolean(),
};

export const profileCalls = {
  "profiles/list": get({
    access: "session",
    summary: "The profiles of the caller's account, its own first; empty while it has no further one.",
    input: nothing,
    output: z.strictObject({
      items: z.array(profile).max(mostProfiles),
      /** Whether the account can have profiles: guests, and users of a native host, have none. */
      possible: z.boolean(),
      /** Whether profiles may be changed from here: in the account's own one alone. */
      manages: z.boolean(),
    }),
  }),
  "profiles/open": post({
    access: "session",
    summary:
      "Opens a profile in this session. A protected one takes its PIN, or the account's password; so does leaving a kids profile, for which the PIN of the account's own profile does too.",
    input: z.strictObject({
      id: profileId,
      pin: z.string().min(1).max(32).optional(),
      password: z.string().min(1).max(longestPassword).optional(),
      proof: proof.optional(),
    }),
    /** `mark`: changes with the profile and tells nothing of it. */
    output: z.strictObject({ locale: locale.nullable(), main: z.boolean(), mark: z.string() }),
  }),
  "profiles/create": post({
    access: "session",
    summary: "Adds a profile. With `age_limit` it is a kids profile.",
    input: z.strictObject(fields),
    output: z.strictObject({ id: profileId }),
  }),
  "profiles/save": post({
    access: "session",
    summary: "Changes a profile. Raising or lifting an age limit wants a confirmed session.",
    input: z.strictObject({ id: profileId, ...fields }),
    output: nothing,
  }),
  "profiles/pin": post({
    access: "session",
    summary: `Sets the PIN of a profile, ${shortestPin} to ${longestPin} digits; null takes it away. Wants a confirmed session.`,
    input: z.strictObject({ id: profileId, pin: pin.nullable() }),
    output: nothing,
  }),
  "profiles/delete": post({
    access: "session",
    summary:
      "Deletes a profile with all that is kept of it, and ends the sessions in it. Wants a confirmed session.",
    input: z.strictObject({ id: profileId }),
    output: nothing,
  }),
};
