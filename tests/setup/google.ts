import { generateKeyPair, exportJWK, SignJWT, type CryptoKey, type JWK } from "jose";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { keysUrl } from "../../api/adapters/firebase-identity/id-token.ts";
import type { FirebaseSettings } from "../../contract/accounts/firebase.ts";

export const firebase: FirebaseSettings = {
  apiKey: "web-key",
  authDomain: "matinee-test.firebaseapp.com",
  projectId: "matinee-test",
  emulator: null,
};

/** An account as Google keeps it. */
export type Account = {
  localId: string;
  email?: string;
  password?: string;
  displayName?: string;
  photoUrl?: string;
  disabled?: boolean;
  providerUserInfo?: { providerId: string; email?: string; displayName?: string; photoUrl?: string }[];
  /** ID tokens made before this are revoked; seconds since 1970. */
  validSince?: number;
};

type Key = { kid: string; privateKey: CryptoKey; publicJwk: JWK };

export type Google = Awaited<ReturnType<typeof startGoogle>>;

/**
 * Google as the server meets it: the key set and Identity Toolkit, answered in this process. It keeps accounts as
 * Google does, so that a test says what is there and sees what comes of it.
 */
export async function startGoogle() {
  const accounts = new Map<string, Account>();
  const keys = [await makeKey("key-1")];
  const calls: { method: string; body: Record<string, unknown>; headers: Headers }[] = [];
  const resetCodes = new Map<string, string>();
  const state = { policy: {} as object, keyFetches: 0, made: 0 };

  /** An ID token as Google makes it; `claims` and `options` bend it. */
  async function idToken(
    uid: string,
    claims: Record<string, unknown> = {},
    { key = keys[0]!, header = {} as object } = {},
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      iss: `https://securetoken.google.com/${firebase.projectId}`,
      aud: firebase.projectId,
      sub: uid,
      iat: now,
      auth_time: now,
      exp: now + 3600,
      ...claims,
    };
    for (const name of Object.keys(claims)) {
      if (claims[name] === undefined) delete payload[name as keyof typeof payload];
    }
    return new SignJWT(payload)
      .setProtectedHeader({ alg: "RS256", kid: key.kid, ...header })
      .sign(key.privateKey);
  }

  const signed = async (account: Account) => ({
    localId: account.localId,
    idToken: await idToken(account.localId),
    refreshToken: `refresh-${account.localId}`,
    expiresIn: "3600",
  });
  const refuse = (message: string, status = 400) =>
    HttpResponse.json({ error: { code: status, message } }, { status });
  const byEmail = (email: unknown) => [...accounts.values()].find((account) => account.email === email);
  const byToken = (token: unknown) => {
    const { sub, iat } = JSON.parse(Buffer.from(String(token).split(".")[1]!, "base64url").toString());
    const account = accounts.get(sub);
    if (!account) return "USER_NOT_FOUND";
    if (account.disabled) return "USER_DISABLED";
    return account.validSince !== undefined && iat < account.validSince ? "TOKEN_EXPIRED" : account;
  };

  async function answer(method: string, body: Record<string, unknown>) {
    if (method === "signUp") {
      const { email, password, idToken: token, displayName } = body as Record<string, string | undefined>;
      if (email !== undefined && byEmail(email)) return refuse("EMAIL_EXISTS");
      if (password !== undefined && password.length < 6)
        return refuse("WEAK_PASSWORD : Password should be at least 6 characters");
      const upgraded = token === undefined ? { localId: `uid${(state.made += 1)}` } : byToken(token);
      if (typeof upgraded === "string") return refuse(upgraded);
      const account: Account = { ...upgraded, email, password, displayName };
      if (email) account.providerUserInfo = [{ providerId: "password" }];
      accounts.set(account.localId, account);
      return HttpResponse.json(await signed(account));
    }
    if (method === "signInWithPassword") {
      const account = byEmail(body.email);
      if (account?.disabled) return refuse("USER_DISABLED");
      if (!account || account.password !== body.password) return refuse("INVALID_LOGIN_CREDENTIALS");
      return HttpResponse.json(await signed(account));
    }
    if (method === "sendOobCode") {
      const account = byEmail(body.email);
      if (!account) return refuse("EMAIL_NOT_FOUND");
      resetCodes.set(`code-${account.localId}`, account.localId);
      return HttpResponse.json({ email: account.email });
    }
    if (method === "resetPassword") {
      const account = accounts.get(resetCodes.get(String(body.oobCode)) ?? "");
      if (!account) return refuse("INVALID_OOB_CODE");
      if (body.newPassword === undefined) return HttpResponse.json({ email: account.email });
      resetCodes.delete(String(body.oobCode));
      account.password = String(body.newPassword);
      // It is one more way in: those there were stay.
      const ways = account.providerUserInfo?.filter(({ providerId }) => providerId !== "password") ?? [];
      account.providerUserInfo = [...ways, { providerId: "password" }];
      return HttpResponse.json({ email: account.email });
    }
    const account = byToken(body.idToken);
    if (typeof account === "string") return refuse(account);
    if (method === "lookup") return HttpResponse.json({ users: [account] });
    if (method === "update")
      accounts.set(account.localId, { ...account, ...body, idToken: undefined } as never);
    else if (method === "delete") accounts.delete(account.localId);
    else return refuse("UNKNOWN_METHOD", 404);
    return HttpResponse.json({ localId: account.localId });
  }

  const server = setupServer(
    http.get(keysUrl, () => {
      state.keyFetches += 1;
      return HttpResponse.json({ keys: keys.map(({ publicJwk }) => publicJwk) });
    }),
    http.post("https://identitytoolkit.googleapis.com/v1/:method", async ({ request, params }) => {
      const method = String(params.method).replace("accounts:", "");
      const body = (await request.json()) as Record<string, unknown>;
      calls.push({ method, body, headers: request.headers });
      return answer(method, body);
    }),
    http.get("https://identitytoolkit.googleapis.com/v2/passwordPolicy", () =>
      HttpResponse.json(state.policy),
    ),
    http.post("https://securetoken.googleapis.com/v1/token", async ({ request }) => {
      const uid = new URLSearchParams(await request.text()).get("refresh_token")!.replace("refresh-", "");
      if (!accounts.has(uid)) return refuse("USER_NOT_FOUND");
      return HttpResponse.json({
        user_id: uid,
        id_token: await idToken(uid),
        refresh_token: `refresh-${uid}`,
      });
    }),
  );
  server.listen({ onUnhandledFrame: "error" });
  return { server, accounts, keys, calls, state, idToken, refuse, close: () => server.close() };
}

/** A key of Google's: what signs, and what its key set shows. */
export async function makeKey(kid: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" };
  return { kid, privateKey, publicJwk };
}
