import type { CodeName, FieldReason } from "../../../contract/index.ts";
import { passwordLacks, type PasswordPolicy } from "../../../contract/accounts/password-policy.ts";
import { Away, Refused } from "./identity-toolkit.ts";

/** Google's codes for a token that is no longer valid. */
export const stale = [
  "TOKEN_EXPIRED",
  "USER_NOT_FOUND",
  "USER_DISABLED",
  "INVALID_ID_TOKEN",
  "INVALID_REFRESH_TOKEN",
];
const signInAgain = [...stale, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"];
const tooOften = ["TOO_MANY_ATTEMPTS_TRY_LATER", "RESET_PASSWORD_EXCEED_LIMIT", "QUOTA_EXCEEDED"];

export type AnswerOptions = {
  /** Makes the failure to throw for an expected problem. */
  fail: (code: CodeName, field?: { field: string; reason: FieldReason }) => Error;
  /** Receives the reason why Google could not be asked; the caller only sees `unavailable`. */
  onAway: (error: Error) => void;
  policy: () => PasswordPolicy;
};

/**
 * The result of a call to Google, or null when Google refuses it with one of the codes.
 * @param password the new password of the call, to name what it lacks
 */
export type Asked = <T>(work: Promise<T>, refusals?: string[], password?: string) => Promise<T | null>;

/**
 * Translates Google's refusals. Any other one than those below means a wrong project setup and is thrown unchanged.
 */
export function createAsked({ fail, onAway, policy }: AnswerOptions): Asked {
  return async (work, refusals = [], password = "") => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Away) {
        onAway(error);
        throw fail("unavailable");
      }
      if (!(error instanceof Refused)) throw error;
      if (refusals.includes(error.code)) return null;
      if (tooOften.includes(error.code)) throw fail("too_many_requests");
      if (signInAgain.includes(error.code)) throw fail("bad_credentials");
      if (error.code === "INVALID_EMAIL") throw fail("invalid", { field: "email", reason: "format" });
      if (error.code === "WEAK_PASSWORD")
        throw fail("invalid", {
          field: "password",
          reason: passwordLacks(policy(), password) ?? "too_short",
        });
      if (error.code === "PASSWORD_DOES_NOT_MEET_REQUIREMENTS")
        throw fail("invalid", { field: "password", reason: passwordLacks(policy(), password) ?? "format" });
      throw error;
    }
  };
}
