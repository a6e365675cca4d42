import type { AppLoadContext } from "@remix-run/node";
import { describe, expect, test } from "vitest";
import type { ServerApi } from "./api.server.ts";
import { signedInUser } from "./signed-in-user.server.ts";

/** An API that names each user after the number of the call. */
function countingApi() {
  let calls = 0;
  const api = { post: async () => ({ c: 0, m: "", d: { name: `answer ${++calls}` } }) };
  return { api: api as unknown as ServerApi["api"], count: () => calls };
}
const asked = (context: object, method = "GET") => ({
  request: new Request("http://m.test/", { method }),
  context: context as AppLoadContext,
});

describe("the user of a request", () => {
  test("is asked for once by all loaders, and anew by the next request", async () => {
    const { api, count } = countingApi();
    const context = {};
    const users = await Promise.all([1, 2, 3].map(() => signedInUser({ api, token: "t" }, asked(context))));
    expect(users).toEqual([{ name: "answer 1" }, { name: "answer 1" }, { name: "answer 1" }]);
    await signedInUser({ api, token: "t" }, asked({}));
    expect(count()).toBe(2);
  });

  test("is asked for anew after an action, which may have changed them", async () => {
    const { api } = countingApi();
    const context = {};
    expect(await signedInUser({ api, token: "t" }, asked(context, "POST"))).toEqual({ name: "answer 1" });
    expect(await signedInUser({ api, token: "t" }, asked(context))).toEqual({ name: "answer 2" });
  });

  test("is that of the session that was just opened", async () => {
    const { api } = countingApi();
    const context = {};
    expect(await signedInUser({ api, token: null }, asked(context))).toBeNull();
    await signedInUser({ api, token: "before" }, asked(context));
    expect(await signedInUser({ api, token: "after" }, asked(context))).toEqual({ name: "answer 2" });
  });
});
