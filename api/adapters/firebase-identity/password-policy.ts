import type { PasswordPolicy } from "../../../contract/accounts/password-policy.ts";
import { defaultPasswordPolicy } from "../../../contract/accounts/password-policy.ts";
import type { Clock } from "../../ports/clock.ts";
import type { IdentityToolkit, PolicyAnswer } from "./identity-toolkit.ts";

/** How long a fetched policy is used, and how long to wait after a failed fetch. */
const freshMs = 10 * 60_000;
const againMs = 60_000;

/**
 * The project's password policy. Forms show it and nothing waits for it: until Google answers, and when the project has
 * no policy, the rule is six characters. Google decides when a password is set.
 * @returns reads the known policy, and refreshes an old one in the background
 */
export function createPolicyReader({
  toolkit,
  clock,
}: {
  toolkit: Pick<IdentityToolkit, "passwordPolicy">;
  clock: Clock;
}): () => PasswordPolicy {
  let known = defaultPasswordPolicy;
  let askAt = 0;
  return () => {
    const now = clock.now().getTime();
    if (now >= askAt) {
      askAt = now + freshMs;
      toolkit.passwordPolicy().then(
        (answer) => {
          known = policyOf(answer);
        },
        () => {
          askAt = now + againMs;
        },
      );
    }
    return known;
  };
}

/** A policy that is not enforced requires no more than the default. */
export function policyOf({
  customStrengthOptions: options,
  allowedNonAlphanumericCharacters: symbols,
  enforcementState,
}: PolicyAnswer): PasswordPolicy {
  if (!options || enforcementState !== "ENFORCE") return defaultPasswordPolicy;
  return {
    minLength: options.minPasswordLength ?? defaultPasswordPolicy.minLength,
    maxLength: options.maxPasswordLength ?? null,
    lowercase: options.containsLowercaseCharacter ?? false,
    uppercase: options.containsUppercaseCharacter ?? false,
    digit: options.containsNumericCharacter ?? false,
    symbols: options.containsNonAlphanumericCharacter ? (symbols ?? []).join("") : null,
  };
}
