import { afterEach, describe, expect, test, vi } from "vitest";
import type { HostWindow } from "./ask.ts";
import { connectNativeHost, patienceMs } from "./connect.ts";
import { detectBridge, type BridgeKind } from "./detect.ts";
import { findNativeHost } from "./find.ts";
import { hostSells } from "./sells.ts";

type Answers = Record<string, unknown>;
type Host = {
  kind: BridgeKind;
  name: string;
  /** Adds a host with these answers to the window, and records its questions. */
  install: (scope: HostWindow, answers: Answers, asked: string[]) => void;
};

const later = (job: () => void) => void setTimeout(job, 1);
const letterbox = (scope: HostWindow) =>
  scope.MatineeBridge as { answer: (id: unknown, answer: unknown) => void };
const message = (data: unknown, more: object = {}) =>
  Object.assign(new Event("message"), { data, origin: "", source: null, ...more });

const hosts: Host[] = [
  {
    kind: "object",
    name: "window.MatineeHost",
    install(scope, answers, asked) {
      const answer = (question: string) => () => (asked.push(question), answers[question]);
      scope.MatineeHost = {
        login: answer("login"),
        currentUser: async () => answer("currentUser")(),
        initialised: answer("initialised"),
        locale: answer("locale"),
        sells: answer("sells"),
        buy: answer("buy"),
      };
    },
  },
  {
    kind: "flutter",
    name: "flutter_inappwebview, ready before the page",
    install(scope, answers, asked) {
      scope.flutter_inappwebview = {
        callHandler: async (name: string) => (
          asked.push(name.replace("matinee.", "")),
          answers[asked.at(-1)!]
        ),
      };
    },
  },
  {
    kind: "flutter",
    name: "flutter_inappwebview, ready later",
    install(scope, answers, asked) {
      const flutter: Record<string, unknown> = {};
      scope.flutter_inappwebview = flutter;
      later(() => {
        flutter.callHandler = async (name: string) => (
          asked.push(name.replace("matinee.", "")),
          answers[asked.at(-1)!]
        );
        scope.dispatchEvent(new Event("flutterInAppWebViewPlatformReady"));
      });
    },
  },
  {
    kind: "webkit",
    name: "WKWebView, handler with reply",
    install(scope, answers, asked) {
      const postMessage = async ({ ask }: { ask: string }) => (asked.push(ask), answers[ask] ?? null);
      scope.webkit = { messageHandlers: { matinee: { postMessage } } };
    },
  },
  {
    kind: "webkit",
    name: "WKWebView, plain handler and callback",
    install(scope, answers, asked) {
      const postMessage = ({ id, ask }: { id: string; ask: string }) => {
        asked.push(ask);
        later(() => letterbox(scope).answer(id, JSON.stringify(answers[ask] ?? null)));
      };
      scope.webkit = { messageHandlers: { matinee: { postMessage } } };
    },
  },
  {
    kind: "android",
    name: "JavascriptInterface, answering at once",
    install(scope, answers, asked) {
      const answer = (question: string) => () => (asked.push(question), JSON.stringify(answers[question]));
      scope.MatineeAndroid = {
        login: answer("login"),
        currentUser: answer("currentUser"),
        initialised: answer("initialised"),
        sells: answer("sells"),
        buy: answer("buy"),
        // A bare word, as Kotlin would return it.
        locale: () => (asked.push("locale"), answers.locale),
      };
    },
  },
  {
    kind: "android",
    name: "JavascriptInterface, answering by callback",
    install(scope, answers, asked) {
      const ask = (id: string, question: string) => {
        asked.push(question);
        later(() => letterbox(scope).answer(id, answers[question]));
      };
      scope.MatineeAndroid = { ask };
    },
  },
  {
    kind: "react-native",
    name: "React Native",
    install(scope, answers, asked) {
      const postMessage = (sent: string) => {
        const { matinee, id, ask } = JSON.parse(sent) as { matinee: number; id: string; ask: string };
        asked.push(ask);
        const data = JSON.stringify({ matinee, id, answer: answers[ask] ?? null });
        later(() => scope.dispatchEvent(message(data)));
      };
      scope.ReactNativeWebView = { postMessage };
    },
  },
];

const emptyWindow = () =>
  Object.assign(new EventTarget(), { location: { origin: "https://matinee.test" } }) as HostWindow;

function setUp(host: Host, answers: Answers) {
  const scope = emptyWindow();
  const asked: string[] = [];
  host.install(scope, answers, asked);
  return { scope, asked };
}

afterEach(() => {
  vi.useRealTimers();
});

describe.each(hosts)("$name", (host) => {
  const user = { uid: "anna-42", proof: "1795231490.5771e2" };

  test("is detected and asked by the one interface", async () => {
    const { scope, asked } = setUp(host, { currentUser: user, locale: "de" });
    expect(detectBridge(scope)).toBe(host.kind);
    const found = (await findNativeHost(scope))!;
    await found.login();
    expect(await found.currentUser()).toEqual(user);
    found.initialised();
    expect(await found.locale()).toBe("de");
    expect(asked).toEqual(["login", "currentUser", "initialised", "locale"]);
  });

  test("sells by itself where it says so, and nothing else is taken for a yes", async () => {
    const { scope } = setUp(host, { sells: true, buy: false });
    const found = (await findNativeHost(scope))!;
    expect(await found.sells()).toBe(true);
    expect(await found.buy()).toBe(false);
    for (const answer of [false, null, 1, "yes"]) {
      const other = setUp(host, { sells: answer, buy: "bought" });
      const one = (await findNativeHost(other.scope))!;
      expect([await one.sells(), await one.buy()]).toEqual([false, null]);
    }
  });

  test.each([
    ["null", null],
    ["no uid", { proof: "x" }],
    ["an empty uid", { uid: "" }],
    ["a number as uid", { uid: 7 }],
    ["a uid beyond any length", { uid: "a".repeat(129) }],
    ["a list", ["anna"]],
  ])("%s signs no user in", async (_, answer) => {
    const { scope } = setUp(host, { currentUser: answer });
    expect(await connectNativeHost(host.kind, scope)!.currentUser()).toBeNull();
  });

  test("a proof of the wrong shape is left out, a language of the wrong shape is none", async () => {
    const { scope } = setUp(host, { currentUser: { uid: "anna", proof: 7 }, locale: { no: 1 } });
    const found = connectNativeHost(host.kind, scope)!;
    expect(await found.currentUser()).toEqual({ uid: "anna" });
    expect(await found.locale()).toBeNull();
  });
});

const silent: [BridgeKind, object][] = [
  ["object", Object.fromEntries(Object.keys(patienceMs).map((name) => [name, () => new Promise(() => {})]))],
  ["flutter", {}],
  ["webkit", { messageHandlers: { matinee: { postMessage: () => undefined } } }],
  ["android", { ask: () => undefined }],
  ["react-native", { postMessage: () => undefined }],
];
const names = {
  object: "MatineeHost",
  flutter: "flutter_inappwebview",
  webkit: "webkit",
  android: "MatineeAndroid",
  "react-native": "ReactNativeWebView",
};

test.each(silent)("a %s host that never answers is waited for, and then given up", async (kind, object) => {
  vi.useFakeTimers();
  const host = connectNativeHost(kind, Object.assign(emptyWindow(), { [names[kind]]: object }))!;
  const outcome = vi.fn();
  void host.currentUser().then(outcome);
  await vi.advanceTimersByTimeAsync(patienceMs.currentUser - 1);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toHaveBeenCalledWith(null);
});

const throwing = () => {
  throw new Error("no bridge today");
};
test.each<[BridgeKind, object]>([
  ["object", { login: throwing, currentUser: throwing, initialised: throwing, locale: throwing }],
  ["flutter", { callHandler: throwing }],
  ["webkit", { messageHandlers: { matinee: { postMessage: throwing } } }],
  ["android", { currentUser: throwing }],
  ["react-native", { postMessage: throwing }],
])("a %s host that throws signs no user in", async (kind, object) => {
  const host = connectNativeHost(kind, Object.assign(emptyWindow(), { [names[kind]]: object }))!;
  expect(await host.currentUser()).toBeNull();
});

test.each([
  ["Mozilla/5.0 (Linux; Android 15; wv) Chrome/150.0 MatineeStore/1", true],
  ["Mozilla/5.0 MatineeStore", true],
  ["Mozilla/5.0 (Linux; MatineeStore/2.1) Chrome/150.0", true],
  ["Mozilla/5.0 MatineeStorefront/1", false],
  ["Mozilla/5.0 Chrome/150.0", false],
  [null, false],
])("%s announces a store of its own: %s", (userAgent, sells) => {
  expect(hostSells(userAgent)).toBe(sells);
});

test("an ordinary browser has no host, and an incomplete object is none", async () => {
  expect(detectBridge(emptyWindow())).toBeNull();
  expect(await findNativeHost(emptyWindow())).toBeNull();
  const scope = Object.assign(emptyWindow(), { MatineeHost: { login: () => {} } });
  expect(await findNativeHost(scope)).toBeNull();
  // Other apps' handlers do not count.
  expect(detectBridge(Object.assign(emptyWindow(), { webkit: { messageHandlers: { pay: {} } } }))).toBeNull();
});

describe("React Native: an answer counts from the host alone", () => {
  const answered = async (forge: (id: string) => Event) => {
    const scope = emptyWindow();
    scope.ReactNativeWebView = {
      postMessage: (sent: string) => {
        const { id } = JSON.parse(sent) as { id: string };
        scope.dispatchEvent(forge(id));
        scope.dispatchEvent(message(JSON.stringify({ matinee: 1, id, answer: { uid: "anna" } })));
      },
    };
    return (await connectNativeHost("react-native", scope)!.currentUser())?.uid;
  };
  const evil = (id: string) => JSON.stringify({ matinee: 1, id, answer: { uid: "mallory" } });

  test.each<[string, (id: string) => Event]>([
    ["another origin", (id) => message(evil(id), { origin: "https://evil.test" })],
    ["another window", (id) => message(evil(id), { source: {} })],
    ["another id", () => message(evil("guess"))],
    ["another protocol", (id) => message(JSON.stringify({ id, answer: { uid: "mallory" } }))],
    ["no string", (id) => message({ matinee: 1, id, answer: { uid: "mallory" } })],
    ["no JSON", () => message("matinee")],
    ["JSON null", () => message("null")],
  ])("not from %s", async (_, forge) => {
    expect(await answered(forge)).toBe("anna");
  });

  test("also where it arrives on the document", async () => {
    const scope = emptyWindow();
    const document = new EventTarget();
    scope.document = document;
    scope.ReactNativeWebView = {
      postMessage: (sent: string) => {
        const { id } = JSON.parse(sent) as { id: string };
        document.dispatchEvent(message(JSON.stringify({ matinee: 1, id, answer: { uid: "anna" } })));
      },
    };
    expect(await connectNativeHost("react-native", scope)!.currentUser()).toEqual({ uid: "anna" });
  });
});
