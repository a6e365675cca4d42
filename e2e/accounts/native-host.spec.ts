import type { Page } from "@playwright/test";
import { expect, test } from "../setup/test.ts";

type Bridge = "flutter" | "react-native" | "webkit" | "webkit-callback" | "android" | "android-callback";
type Scripted = { bridge: Bridge; user: { uid: string; proof: string } | null };

/** The app around the web view, scripted as its native side would behave. Runs in the page, before its scripts. */
function host({ bridge, user }: Scripted): void {
  const asked: string[] = [];
  const scope = window as unknown as Record<string, unknown>;
  scope.asked = asked;
  const answers: Record<string, unknown> = {
    login: null,
    currentUser: user,
    initialised: null,
    locale: "ja",
  };
  const answer = (question: string) => (asked.push(question), answers[question] ?? null);
  const callBack = (id: string, value: unknown) =>
    setTimeout(() =>
      (scope.MatineeBridge as { answer: (id: string, value: unknown) => void }).answer(id, value),
    );
  const json = (question: string) => () => JSON.stringify(answer(question));

  if (bridge === "flutter") {
    const flutter: Record<string, unknown> = {};
    scope.flutter_inappwebview = flutter;
    addEventListener("DOMContentLoaded", () => {
      flutter.callHandler = async (name: string) => answer(name.replace(/^matinee\./, ""));
      dispatchEvent(new Event("flutterInAppWebViewPlatformReady"));
    });
  }
  if (bridge === "react-native") {
    scope.ReactNativeWebView = {
      postMessage(sent: string) {
        const { matinee, id, ask } = JSON.parse(sent);
        const data = JSON.stringify({ matinee, id, answer: answer(ask) });
        setTimeout(() => document.dispatchEvent(new MessageEvent("message", { data })));
      },
    };
  }
  if (bridge === "webkit") {
    const postMessage = async ({ ask }: { ask: string }) => answer(ask);
    scope.webkit = { messageHandlers: { matinee: { postMessage } } };
  }
  if (bridge === "webkit-callback") {
    const postMessage = ({ id, ask }: { id: string; ask: string }) => void callBack(id, answer(ask));
    scope.webkit = { messageHandlers: { matinee: { postMessage } } };
  }
  if (bridge === "android") {
    const questions = ["login", "currentUser", "initialised", "locale"];
    scope.MatineeAndroid = Object.fromEntries(questions.map((question) => [question, json(question)]));
  }
  if (bridge === "android-callback") {
    scope.MatineeAndroid = { ask: (id: string, question: string) => void callBack(id, answer(question)) };
  }
}

const asked = (page: Page) => page.evaluate(() => (window as unknown as { asked: string[] }).asked);
const bridges: Bridge[] = [
  "flutter",
  "react-native",
  "webkit",
  "webkit-callback",
  "android",
  "android-callback",
];

for (const bridge of bridges) {
  test(`${bridge}: the host's user is signed in, the host is told, its language is taken`, async ({
    page,
  }) => {
    const { d } = await (await page.request.post("/api/identity/anonymous", { data: {} })).json();
    await page.addInitScript(host, { bridge, user: { uid: d.uid, proof: d.proof } });
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", "ja");
    await expect.poll(() => page.evaluate(() => localStorage.getItem("token"))).toMatch(/^[\w-]{43}$/);
    // In its language the page starts anew; a language that is stored is not asked for.
    await expect.poll(() => asked(page)).toEqual(["login", "currentUser", "initialised"]);
  });
}

test("without a uid, Initialization failed 2", async ({ page }) => {
  const bridge: Bridge = "android-callback";
  await page.addInitScript(host, { bridge, user: null });
  await page.goto("/page/about");
  await expect(page.getByRole("heading", { name: "Initialization failed 2" })).toBeVisible();
  expect(await asked(page)).toEqual(["login", "currentUser"]);
});

test("an ordinary browser fetches no bridge", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.goto("/");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("token"))).toMatch(/^[\w-]{43}$/);
  expect(scripts.filter((url) => url.includes("/native-host-"))).toEqual([]);
});
