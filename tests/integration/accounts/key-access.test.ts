import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { permissionNames, type Permission } from "../../../contract/accounts/permissions.ts";
import { calls, type CallName } from "../../../contract/index.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { payloads } from "../../setup/payloads.ts";

let backend: TestBackend;
let owner: string;
/** A key with one permission, and one with all others. */
const keys = new Map<Permission, { alone: string; others: string }>();

beforeAll(async () => {
  backend = await startTestBackend();
  owner = (await backend.person({ admin: 3 })).token;
  await backend.person({ admin: 3 });
  for (const permission of permissionNames) {
    const others = permissionNames.filter((name) => name !== permission);
    keys.set(permission, { alone: await make([permission]), others: await make(others) });
  }
});
afterAll(async () => {
  expect(backend.bugs).toEqual([]);
  await backend.close();
});

async function make(permissions: Permission[]): Promise<string> {
  const given = { key: crypto.randomUUID(), name: "Matrix", permissions, expiresAt: null };
  // An address for each, and a moment: keys are made one after another, as limits want it.
  backend.clock.set(new Date(backend.clock.now().getTime() + 10_000));
  const { d } = await backend.post("z/key/create", given, { token: owner });
  return d.token as string;
}

async function statusOf(name: CallName, token: string): Promise<number> {
  const payload = payloads[name];
  if (calls[name].method === "POST") return (await backend.post(name, payload, { token })).status;
  return (await backend.get(name, `?${new URLSearchParams(payload as Record<string, string>)}`, { token }))
    .status;
}

const names = Object.keys(calls) as CallName[];
const ofAdmins = names.flatMap((name) => {
  const { permission } = calls[name];
  return permission ? [[name, permission] as const] : [];
});

describe.each(ofAdmins)("%s", (name, permission) => {
  test(`is let in by a key for ${permission} alone`, async () => {
    const status = await statusOf(name, keys.get(permission)!.alone);
    expect(status).toBeLessThan(500);
    expect([401, 403]).not.toContain(status);
  });

  test(`is refused to a key for all but ${permission}`, async () => {
    expect(await statusOf(name, keys.get(permission)!.others)).toBe(403);
  });
});

/** Their own payload proves who asks. */
const byPayload: readonly CallName[] = ["login/uid", "login/token"];

test.each(names.filter((name) => calls[name].access !== "admin" && !byPayload.includes(name)))(
  "%s is answered to a key as to a caller without a session",
  async (name) => {
    const { access } = calls[name];
    const status = await statusOf(name, keys.get("catalogue.write")!.alone);
    if (access === "public") expect(status).not.toBe(401);
    else expect(status).toBe(401);
  },
);
