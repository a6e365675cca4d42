import { z } from "zod";
import type { FirebaseSettings } from "../../../contract/accounts/firebase.ts";

/** Google refused a call. `code` is its reason, such as `EMAIL_EXISTS`; it never contains the request. */
export class Refused extends Error {
  readonly code: string;

  constructor(call: string, code: string) {
    super(`Identity Toolkit refused ${call}: ${code}`);
    this.name = "Refused";
    this.code = code;
  }
}

/** Google could not be reached, did not answer in time, or sent an invalid answer. */
export class Away extends Error {
  constructor(call: string, reason: string, cause?: unknown) {
    super(`Identity Toolkit did not answer ${call}: ${reason}`, { cause });
    this.name = "Away";
  }
}

const signed = z.object({ localId: z.string(), idToken: z.string(), refreshToken: z.string() });
/** An account that has just signed in: its uid, an ID token valid for an hour, and the refresh token. */
export type Signed = z.infer<typeof signed>;

const account = z.object({
  localId: z.string(),
  email: z.string().optional(),
  displayName: z.string().optional(),
  photoUrl: z.string().optional(),
  disabled: z.boolean().optional(),
  /** Data about the user from each sign-in method. */
  providerUserInfo: z
    .array(
      z.object({
        providerId: z.string(),
        email: z.string().optional(),
        displayName: z.string().optional(),
        photoUrl: z.string().optional(),
      }),
    )
    .optional(),
});
export type Account = z.infer<typeof account>;

const policy = z.object({
  customStrengthOptions: z
    .object({
      minPasswordLength: z.int().optional(),
      maxPasswordLength: z.int().optional(),
      containsLowercaseCharacter: z.boolean().optional(),
      containsUppercaseCharacter: z.boolean().optional(),
      containsNumericCharacter: z.boolean().optional(),
      containsNonAlphanumericCharacter: z.boolean().optional(),
    })
    .optional(),
  allowedNonAlphanumericCharacters: z.array(z.string()).optional(),
  enforcementState: z.string().optional(),
});
export type PolicyAnswer = z.infer<typeof policy>;

const nothing = z.object({});
const refusal = z.object({ error: z.object({ message: z.string() }) });

export type IdentityToolkit = ReturnType<typeof createIdentityToolkit>;

/**
 * Google's Identity Toolkit over REST (identitytoolkit v1 and v2, securetoken v1): the server's calls for forms that
 * work without scripts. A schema reads each answer and drops all other fields: the emulator's answers contain
 * passwords. Every call throws `Refused` or `Away`.
 * @param timeoutMs milliseconds a call may take; two calls in a row stay within the API's own deadline
 */
export function createIdentityToolkit({
  settings,
  timeoutMs = 4_000,
}: {
  settings: FirebaseSettings;
  timeoutMs?: number;
}) {
  const { apiKey, emulator } = settings;
  const root = emulator ? `http://${emulator}/` : "https://";

  async function ask<S extends z.ZodType>(
    call: string,
    schema: S,
    { path, init }: { path: string; init?: RequestInit },
  ): Promise<z.infer<S>> {
    const options = { ...init, redirect: "error", signal: AbortSignal.timeout(timeoutMs) } as const;
    const response = await fetch(`${root}${path}?key=${apiKey}`, options).catch((error: Error) => {
      throw new Away(call, error.name === "TimeoutError" ? "no answer in time" : "not reachable", error);
    });
    const body: unknown = await response.json().catch(() => null);
    if (!response.ok) throw failureOf(call, response.status, body);
    const parsed = schema.safeParse(body);
    if (!parsed.success) throw new Away(call, `an answer without ${parsed.error.issues[0]!.path.join(".")}`);
    return parsed.data;
  }

  const post = <S extends z.ZodType>(method: string, schema: S, data: object, locale?: string) =>
    ask(`accounts:${method}`, schema, {
      path: `identitytoolkit.googleapis.com/v1/accounts:${method}`,
      init: {
        method: "POST",
        headers: { "Content-Type": "application/json", ...(locale ? { "X-Firebase-Locale": locale } : {}) },
        body: JSON.stringify(data),
      },
    });

  return {
    signUpAnonymously: () => post("signUp", signed, { returnSecureToken: true }),
    /** With `idToken`, e-mail and password are added to that account, which keeps its uid. */
    signUp: (input: { email: string; password: string; displayName?: string; idToken?: string }) =>
      post("signUp", signed, { ...input, returnSecureToken: true }),
    signInWithPassword: (input: { email: string; password: string }) =>
      post("signInWithPassword", signed, { ...input, returnSecureToken: true }),
    /** The present account. Refused when the token was revoked, or when the account is deleted or disabled. */
    async lookup(idToken: string): Promise<Account> {
      const { users } = await post("lookup", z.object({ users: z.array(account).min(1) }), { idToken });
      return users[0]!;
    },
    /** Google sends the mail in the language of `locale`, from the project's template. */
    sendPasswordReset: ({ email, locale }: { email: string; locale: string }) =>
      post("sendOobCode", nothing, { requestType: "PASSWORD_RESET", email }, locale),
    /** Without `newPassword` the code is checked and stays valid. */
    resetPassword: (input: { oobCode: string; newPassword?: string }) =>
      post("resetPassword", z.object({ email: z.string() }), input),
    update: (input: { idToken: string; password?: string; displayName?: string }) =>
      post("update", nothing, { ...input, returnSecureToken: false }),
    deleteAccount: (idToken: string) => post("delete", nothing, { idToken }),
    /** Gets a fresh ID token of an account that signed in before. */
    async refresh(refreshToken: string): Promise<Signed> {
      const fresh = z.object({ id_token: z.string(), refresh_token: z.string(), user_id: z.string() });
      const answer = await ask("token", fresh, {
        path: "securetoken.googleapis.com/v1/token",
        init: {
          method: "POST",
          body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }),
        },
      });
      return { localId: answer.user_id, idToken: answer.id_token, refreshToken: answer.refresh_token };
    },
    passwordPolicy: () =>
      ask("passwordPolicy", policy, { path: "identitytoolkit.googleapis.com/v2/passwordPolicy" }),
  };
}

/** Google's errors are `CODE` or `CODE : words`. The words may repeat the request, so they are dropped. */
function failureOf(call: string, status: number, body: unknown): Error {
  const parsed = refusal.safeParse(body);
  const code = parsed.success ? (/^[A-Z][A-Z_]+/.exec(parsed.data.error.message)?.[0] ?? null) : null;
  if (status >= 500 || (status !== 429 && !parsed.success)) return new Away(call, `status ${status}`);
  return new Refused(call, code ?? (status === 429 ? "QUOTA_EXCEEDED" : `STATUS_${status}`));
}
