import type { TestBackend } from "./backend.ts";

export type Member = { uid: string; token: string; email: string };
export const password = "correct horse";

/** A guest of the embedded provider, with a session. */
export async function makeGuest(
  backend: TestBackend,
  { address }: { address?: string } = {},
): Promise<{ uid: string; token: string }> {
  const { d: identity } = await backend.post("identity/anonymous", {}, { address });
  const { d } = await backend.post("login/uid", { uid: identity.uid, proof: identity.proof }, { address });
  return { uid: identity.uid, token: d.token };
}

/** An account of the embedded provider, with a session; from a guest's session where there is one. */
export async function makeMember(backend: TestBackend, email: string, guest?: string): Promise<Member> {
  const { d: identity } = await backend.post(
    "identity/sign-up",
    { email, password, name: "Mia" },
    { token: guest },
  );
  const { d } = await backend.post(
    "login/uid",
    { uid: identity.uid, proof: identity.proof },
    { token: guest },
  );
  return { uid: identity.uid, token: d.token, email };
}

/** Signs in, as another device unless `token` is the one that asks. @returns the whole answer of the last call made */
export async function signIn(
  backend: TestBackend,
  {
    email,
    password: word = password,
    token,
    address,
  }: { email: string; password?: string; token?: string; address?: string },
) {
  const identity = await backend.post("identity/sign-in", { email, password: word }, { address });
  if (identity.c !== 0) return identity;
  const { uid, proof } = identity.d;
  return backend.post("login/uid", { uid, proof }, { token, address });
}
