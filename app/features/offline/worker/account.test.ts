import { beforeEach, expect, test, vi } from "vitest";
import { createAccount } from "./account.ts";

/** A fake of the browser's caches, as far as the account uses them. */
function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  return {
    stores,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (key: string, { cacheName }: { cacheName: string }) =>
      stores.get(cacheName)?.get(key)?.clone(),
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return { put: async (key: string, response: Response) => void store.set(key, response) };
    },
  };
}

const answerOf = (mark?: string) => new Response("", { headers: mark ? { "X-Account": mark } : {} });
let caches: ReturnType<typeof fakeCaches>;
/** The time of a request made now or later. */
const now = Infinity;
const onOther = vi.fn(async () => undefined);

beforeEach(() => {
  caches = fakeCaches();
  vi.stubGlobal("caches", caches);
  onOther.mockClear();
});

test("the first answer says whose pages these are; nothing is thrown away for it", async () => {
  const account = createAccount(onOther);
  expect(await account.cacheName()).toBeNull();
  expect(await account.heed(answerOf("anna"), now)).toBe("pages:anna");
  expect(await account.cacheName()).toBe("pages:anna");
  expect(onOther).not.toHaveBeenCalled();
});

test("another session deletes what was kept for the one before, and what waited to be sent", async () => {
  const account = createAccount(onOther);
  await account.heed(answerOf("anna"), now);
  await caches.open("pages:anna");
  await caches.open("pictures");
  expect(await account.heed(answerOf("none"), now)).toBe("pages:none");
  expect([...caches.stores.keys()].sort()).toEqual(["notes", "pictures"]);
  expect(onOther).toHaveBeenCalledTimes(1);
});

test("an answer that says nothing changes nothing", async () => {
  const account = createAccount(onOther);
  await account.heed(answerOf("anna"), now);
  expect(await account.heed(answerOf(), now)).toBeNull();
  expect(await account.cacheName()).toBe("pages:anna");
});

test.each([
  ["the same session: its pages are shown again", "anna", 0, true],
  ["another one: they are gone", "none", 1, false],
])("after a form nothing is shown until an answer says whose it is; %s", async (_, mark, others, kept) => {
  const account = createAccount(onOther);
  await account.heed(answerOf("anna"), now);
  await caches.open("pages:anna");
  await account.doubt();
  expect(await account.cacheName()).toBeNull();
  // Also after the worker was suspended.
  expect(await createAccount(onOther).cacheName()).toBeNull();
  await account.heed(answerOf(mark), now);
  expect(await account.cacheName()).toBe(`pages:${mark}`);
  expect(onOther).toHaveBeenCalledTimes(others);
  expect(caches.stores.has("pages:anna")).toBe(kept);
});

test("what is known outlives the worker", async () => {
  await createAccount(onOther).heed(answerOf("anna"), now);
  await caches.open("pages:anna");
  const woken = createAccount(onOther);
  expect(await woken.cacheName()).toBe("pages:anna");
  await woken.heed(answerOf("ben"), now);
  expect(caches.stores.has("pages:anna")).toBe(false);
});

test("an answer that was on its way while the session changed is not believed", async () => {
  const account = createAccount(onOther);
  await account.heed(answerOf("anna"), now);
  const before = Date.now() - 1;
  await account.heed(answerOf("none"), now);
  expect(await account.heed(answerOf("anna"), before)).toBeNull();
  expect(await account.cacheName()).toBe("pages:none");
  await account.doubt();
  expect(await account.heed(answerOf("none"), before)).toBeNull();
  expect(await account.cacheName()).toBeNull();
});

test("another profile of the session deletes the pages of the one before, and says that the session stays", async () => {
  const account = createAccount(onOther);
  await account.heed(answerOf("anna"), now);
  await caches.open("pages:anna");
  expect(await account.heed(answerOf("anna.kim"), now)).toBe("pages:anna.kim");
  expect(caches.stores.has("pages:anna")).toBe(false);
  expect(onOther).toHaveBeenLastCalledWith(true);
  await account.heed(answerOf("ben"), now);
  expect(onOther).toHaveBeenLastCalledWith(false);
});
