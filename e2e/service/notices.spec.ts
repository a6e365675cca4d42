import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { demoCollections } from "../../demo/catalogue/collections.ts";
import { call, enterAs, newMember, tokenOf, type Member } from "../setup/admin.ts";
import { markedSeries } from "../setup/seed.ts";
import { accounts, expect, expectScripted, test } from "../setup/test.ts";

type Request = Page["request"];

/** A message of a member that an admin has answered. @returns its receipt */
async function answered(request: Request, member: Member): Promise<string> {
  const message = { key: randomUUID(), category: "other", text: "The sound came late again" };
  const { receipt } = await call<{ receipt: string }>(request, "feedback/create", message, member.token);
  const admin = await tokenOf(request, accounts.admin);
  await call(request, "z/feedback/reply", { receipt, revision: 0, reply: "It is mended." }, admin.token);
  return receipt;
}

/** The number on the profile's tab; it comes with the task of the minute. */
const badge = (page: Page) => page.locator(".tab-badge");

/** Members with two replies, by whether their browser runs scripts. Made together, for the task of the same minute. */
const repliedTo = new Map<boolean, { member: Member; receipts: string[] }>();

test.beforeAll(async ({ request }) => {
  for (const javaScriptEnabled of [true, false]) {
    const member = await newMember(request, "Nora");
    const receipts = [await answered(request, member), await answered(request, member)];
    repliedTo.set(javaScriptEnabled, { member, receipts });
  }
});

for (const javaScriptEnabled of [true, false])
  test.describe(`notices, scripts ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled, allowedErrors: [/status of 422/] });

    test("an inbox without any says so, and the tab counts none", async ({ page }) => {
      await enterAs(page, await newMember(page.request, "Nadia"));
      await page.goto("/profile/inbox");
      await expect(page.getByRole("heading", { name: "You’re all caught up" })).toBeVisible();
      await expect(badge(page)).toHaveCount(0);
    });

    test("are counted on the tab, opened, read and deleted", async ({ page }) => {
      test.setTimeout(180_000);
      const { member, receipts } = repliedTo.get(javaScriptEnabled)!;
      await enterAs(page, member);
      await expect(async () => {
        await page.goto("/profile");
        await expect(badge(page)).toContainText("2", { timeout: 1_000 });
      }).toPass({ timeout: 120_000, intervals: [3_000] });

      await page.getByRole("link", { name: /^Inbox/ }).click();
      await expect(page).toHaveURL("/profile/inbox");
      if (javaScriptEnabled) await expectScripted(page);
      const rows = page.locator("main li");
      await expect(rows).toHaveCount(2);
      await rows
        .filter({ hasText: receipts[0]! })
        .getByRole("button", { name: /You’ve got a reply/ })
        .first()
        .click();
      await expect(page).toHaveURL(`/page/feedback?receipt=${receipts[0]}`);
      await expect(page.getByText("It is mended.")).toBeVisible();

      await page.goto("/profile/inbox");
      await expect(badge(page)).toContainText("1");
      await page.getByRole("button", { name: "Mark all as read" }).click();
      await expect(badge(page)).toHaveCount(0);
      await rows
        .first()
        .getByRole("button", { name: /^Delete/ })
        .click();
      await expect(rows).toHaveCount(1);
      await page.getByRole("link", { name: "Delete all" }).click();
      await page.getByRole("button", { name: "ok" }).click();
      await expect(page.getByRole("heading", { name: "You’re all caught up" })).toBeVisible();
    });

    test("come by the ways that were chosen, outside of quiet hours", async ({ page }) => {
      const member = await newMember(page.request, "Nils");
      await enterAs(page, member);
      await page.goto("/profile");
      await page.getByRole("link", { name: "Notifications" }).click();
      await expect(page).toHaveURL("/profile/notifications");
      if (javaScriptEnabled) await expectScripted(page);
      const mail = page.getByRole("checkbox", { name: "New episodes by e-mail" });
      await expect(mail).not.toBeChecked();
      await mail.check();
      await page.getByRole("checkbox", { name: "VIP about to end by push" }).check();
      await page.getByLabel("From").fill("22:30");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Set both times, or neither")).toBeVisible();
      await mail.check();
      await page.getByRole("checkbox", { name: "VIP about to end by push" }).check();
      await page.getByLabel("From").fill("22:30");
      await page.getByLabel("To", { exact: true }).fill("07:00");
      await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Saved", { exact: true })).toBeVisible();
      await page.goto("/profile/notifications");
      await expect(mail).toBeChecked();
      await expect(page.getByLabel("From")).toHaveValue("22:30");
      await expect(page.getByLabel("Time zone")).toHaveValue("Asia/Tokyo");
      if (!javaScriptEnabled) {
        const said = page.locator("noscript p").filter({ visible: true });
        await expect(said).toContainText("Push needs JavaScript.");
      }
    });

    test("a mail's link that is not whole says so", async ({ page }) => {
      await page.goto("/page/unsubscribe?token=mia.all.abc");
      await expect(page.getByText("This link isn’t valid.")).toBeVisible();
      const posted = await page.request.post("/page/unsubscribe?token=mia.all.abc", {
        form: { "List-Unsubscribe": "One-Click" },
      });
      expect(posted.status()).toBe(422);
    });
  });

/** A browser whose push service is somewhere else: what `PushManager` would answer. */
function standInForPush(): void {
  const key = (length: number) =>
    btoa("\u0004".padEnd(length, "k")).replaceAll("+", "-").replaceAll("/", "_");
  let held: object | null = null;
  // A browser without a window refuses notifications whatever it is asked.
  Object.defineProperty(Notification, "permission", { get: () => (held ? "granted" : "default") });
  Object.defineProperty(Notification, "requestPermission", { value: () => Promise.resolve("granted") });
  const subscription = {
    endpoint: `https://push.example.com/${Math.random()}`,
    options: { applicationServerKey: null as ArrayBuffer | null },
    toJSON: () => ({
      endpoint: subscription.endpoint,
      keys: { p256dh: key(65).replace(/=+$/, ""), auth: key(16).replace(/=+$/, "") },
    }),
    unsubscribe: () => ((held = null), Promise.resolve(true)),
  };
  Object.defineProperty(PushManager.prototype, "subscribe", {
    value: (options: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
      subscription.options.applicationServerKey = options.applicationServerKey.buffer;
      return Promise.resolve((held = subscription));
    },
  });
  Object.defineProperty(PushManager.prototype, "getSubscription", { value: () => Promise.resolve(held) });
}

test.describe("pushes", () => {
  test.use({ serviceWorkers: "allow" });

  test("are offered after a series was put on the list, and turned on by one tap", async ({ page }) => {
    await page.addInitScript(standInForPush);
    const member = await newMember(page.request, "Pia");
    await enterAs(page, member);
    await page.goto(`/video/${markedSeries.id}`);
    const question = page.getByText("Get told when a new episode is out?");
    await expect(question).toHaveCount(0);
    await page.getByRole("button", { name: "My list", pressed: false }).click();
    await expect(question).toBeVisible();
    await page.getByRole("button", { name: "Notify me" }).click();
    await expect(page.getByText("You’ll get a notification for new episodes.")).toBeVisible({
      timeout: 15_000,
    });

    const headers = { Authorization: `Bearer ${member.token}` };
    const read = async () => (await (await page.request.get("/api/notice/choices", { headers })).json()).d;
    expect(await read()).toMatchObject({
      browsers: 1,
      choices: [{ topic: "new-episode", push: true }, {}, {}, {}],
    });
    // Asked once: another series asks nothing. The button changes before the server has answered, and a page that is
    // asked for meanwhile may still hold what was.
    const removed = page.waitForResponse("**/api/favourite/remove");
    await page.getByRole("button", { name: "My list", pressed: true }).click();
    await removed;
    await page.reload();
    await page.getByRole("button", { name: "My list", pressed: false }).click();
    await expect(page.getByRole("button", { name: "My list", pressed: true })).toBeVisible();
    await expect(question).toHaveCount(0);
  });

  test("are offered when a collection is followed, and not again once declined", async ({ page }) => {
    await page.addInitScript(standInForPush);
    await enterAs(page, await newMember(page.request, "Polly"));
    const [first, second] = Object.keys(demoCollections);
    await page.goto(`/page/collection/${first}`);
    const question = page.getByText("Get told when a title joins this collection?");
    await expect(question).toHaveCount(0);
    await page.getByRole("button", { name: "Follow", exact: true }).click();
    await expect(question).toBeVisible();
    await page.getByRole("button", { name: "Not now" }).click();
    await expect(question).toHaveCount(0);
    await page.goto(`/page/collection/${second}`);
    const follow = page.getByRole("button", { name: "Follow", exact: true });
    await follow.click();
    await expect(page.getByRole("button", { name: "Following", pressed: true })).toBeVisible();
    await expect(question).toHaveCount(0);
  });

  test("show what they tell, and their button ends their topic", async ({ page, context }) => {
    const member = await newMember(page.request, "Paul");
    await enterAs(page, member);
    await call(
      page.request,
      "notice/choose",
      { push: ["new-episode"], mail: [], quiet: null, zone: "UTC" },
      member.token,
    );
    await page.goto("/profile");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    const shown = await worker.evaluate(async () => {
      const scope = globalThis as unknown as EventTarget & { registration: ServiceWorkerRegistration };
      const told: { title: string; body?: string; tag?: string; data?: unknown }[] = [];
      scope.registration.showNotification = (title, options) => {
        told.push({ title, ...options });
        return Promise.resolve();
      };
      const send = async (name: string, facts: object) => {
        let work: unknown;
        const waitUntil = (promise: unknown) => void (work = promise);
        scope.dispatchEvent(Object.assign(new Event(name), { ...facts, waitUntil }));
        await work;
      };
      const payload = {
        ...{ id: crypto.randomUUID(), topic: "new-episode", title: "Harbour", text: "Episode 3 is out" },
        ...{ to: "/profile", tag: "t", lang: "en", dir: "ltr", off: "Turn off" },
      };
      for (const text of [JSON.stringify(payload), "no JSON"])
        await send("push", { data: { json: () => JSON.parse(text) as unknown } });
      let closed = 0;
      const notification = { data: told[0]!.data, close: () => closed++ };
      await send("notificationclick", { notification, action: "off" });
      return { told, closed };
    });
    expect(shown.told).toEqual([
      expect.objectContaining({ title: "Harbour", body: "Episode 3 is out", tag: "t" }),
      // The service's name, or its host before a page has told the name.
      expect.objectContaining({ title: expect.stringMatching(/^(?:Matinee|127\.0\.0\.1:\d+)$/) as unknown }),
    ]);
    expect(shown.closed).toBe(1);
    const headers = { Authorization: `Bearer ${member.token}` };
    await expect
      .poll(
        async () =>
          (await (await page.request.get("/api/notice/choices", { headers })).json()).d.choices[0]
            .push as boolean,
      )
      .toBe(false);
  });
});
