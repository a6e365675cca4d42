import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMember } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { browse, oidcClient, startOidcProvider, type OidcServer } from "../../setup/oidc-server.ts";

const back = "https://matinee.test/page/login/oidc";
let backend: TestBackend;
let provider: OidcServer;
beforeAll(async () => {
  [backend, provider] = await Promise.all([startTestBackend({ oidcPrivate: true }), startOidcProvider(back)]);
  const owner = await backend.person({ admin: 3 });
  const values = {
    oidcIssuer: provider.issuer,
    oidcClientId: oidcClient.id,
    oidcSecret: oidcClient.secret,
  };
  expect((await backend.post("z/settings/save", { revision: 0, values }, owner)).c).toBe(0);
});
afterAll(async () => {
  expect(backend.bugs).toEqual([]);
  await backend.close();
  await provider.close();
});

async function proven() {
  const { d } = await backend.post("oidc/begin", { for: "sign-in" });
  const callback = (await browse(d.url, back)).search;
  return { ticket: d.ticket as string, callback };
}

test("a real provider: its users get accounts, by what it says of them in its address for profiles", async () => {
  provider.is({ sub: "ada", email: "ada@id.test", email_verified: true, name: "Ada" });
  const input = await proven();
  const { c, d } = await backend.post("identity/oidc", input);
  expect(c).toBe(0);
  const entered = await backend.post("login/uid", { uid: d.uid, proof: d.proof });
  expect(entered.d.info).toMatchObject({ email: "ada@id.test", name: "Ada", anonymous: 0 });
  expect((await backend.post("identity/oidc", input)).c).toBe(42210);
  const again = await backend.post("identity/oidc", await proven());
  expect(again.d.uid).toBe(d.uid);
});

test("a code that was used is refused by the provider too", async () => {
  provider.is({ sub: "bob" });
  const { ticket, callback } = await proven();
  expect((await backend.post("identity/oidc", { ticket, callback })).c).toBe(0);
  const { d } = await backend.post("oidc/begin", { for: "sign-in" });
  const state = new URL(d.url).searchParams.get("state")!;
  const replayed = new URLSearchParams(callback);
  replayed.set("state", state);
  const answer = await backend.post("identity/oidc", { ticket: d.ticket, callback: `?${replayed}` });
  expect(answer.c).toBe(42210);
});

test("a user who says no; an e-mail of an account that is not linked, and one that is", async () => {
  provider.is(null);
  expect((await backend.post("identity/oidc", await proven())).c).toBe(42210);
  const member = await makeMember(backend, "mia@id.test");
  provider.is({ sub: "mia", email: "mia@id.test", email_verified: true });
  expect((await backend.post("identity/oidc", await proven())).c).toBe(40917);
  const { token } = member;
  const { d } = await backend.post("oidc/begin", { for: "link" }, { token });
  const callback = (await browse(d.url, back)).search;
  expect((await backend.post("oidc/link", { ticket: d.ticket, callback }, { token })).c).toBe(0);
  expect((await backend.post("identity/oidc", await proven())).d.uid).toBe(member.uid);
});
