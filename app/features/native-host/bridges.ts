import { questions, type Ask, type HostWindow, type Question } from "./ask.ts";
import { createMailbox, openLetterbox, parseAnswer } from "./mailbox.ts";

/**
 * An object of four functions, `window.MatineeHost`, added by a user script before the page's own run; two more if the
 * app sells by itself.
 * @returns null if one of the four is missing
 */
export function objectBridge(scope: HostWindow): Ask | null {
  const host = scope.MatineeHost as Partial<Record<Question, unknown>>;
  if (questions.some((question) => typeof host[question] !== "function")) return null;
  const functions = host as Partial<Record<Question, () => unknown>>;
  return async (question) => functions[question]?.();
}

type Flutter = { callHandler?: (name: string, ...data: unknown[]) => Promise<unknown> };

/** Separates the handlers of Flutter from the app's own. */
const prefix = "matinee.";

/**
 * flutter_inappwebview: JavaScript handlers named `matinee.login` and so on. They can be called once the platform has
 * said it is ready; some platforms add `callHandler` only then.
 */
export function flutterBridge(scope: HostWindow): Ask {
  const flutter = () => scope.flutter_inappwebview as Flutter & { _platformReady?: boolean };
  const said = new Promise<void>((resolve) =>
    scope.addEventListener("flutterInAppWebViewPlatformReady", () => resolve(), { once: true }),
  );
  // The event may have fired before these scripts ran; the package's function is then present already.
  const ready = typeof flutter().callHandler === "function" ? Promise.resolve() : said;
  return async (question) => {
    await ready;
    return flutter().callHandler?.(prefix + question);
  };
}

type Handler = { postMessage: (message: unknown) => unknown };
type WebKit = { messageHandlers: { matinee: Handler } };

/**
 * WKWebView: `webkit.messageHandlers.matinee`. A handler with reply (WKScriptMessageHandlerWithReply) answers by the
 * promise; a plain one by running `MatineeBridge.answer(id, answer)`.
 */
export function webkitBridge(scope: HostWindow): Ask {
  const mailbox = createMailbox();
  openLetterbox(scope, mailbox);
  return async (question) => {
    const { id, answer } = mailbox.expect();
    const reply = (scope.webkit as WebKit).messageHandlers.matinee.postMessage({ id, ask: question });
    // Waits for both: in some versions WebKit returns a promise for plain handlers too, and rejects or never settles
    // it.
    return parseAnswer(await (isPromise(reply) ? firstGiven(reply, answer) : answer));
  };
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | undefined)?.then === "function";
}

/** The reply, unless it is empty: then the answer that arrives through the letterbox. */
async function firstGiven(reply: Promise<unknown>, letter: Promise<unknown>): Promise<unknown> {
  const replied = reply.then((value) => (value === undefined ? letter : value));
  return Promise.race([replied, letter]);
}

type JavaObject = Partial<Record<Question, () => unknown>> & { ask?: (id: string, question: string) => void };

/**
 * Android: an object added with addJavascriptInterface as `MatineeAndroid`. With a method `ask(id, question)` it
 * answers later by running `MatineeBridge.answer(id, answer)`; otherwise it has a method for each question that answers
 * at once, in a string, since Java can return nothing else.
 */
export function androidBridge(scope: HostWindow): Ask {
  const mailbox = createMailbox();
  openLetterbox(scope, mailbox);
  // Its methods must be called on the object itself: Java checks the receiver.
  const java = scope.MatineeAndroid as JavaObject;
  return async (question) => {
    if (!java.ask) return parseAnswer(java[question]?.());
    const { id, answer } = mailbox.expect();
    java.ask(id, question);
    return parseAnswer(await answer);
  };
}

type NativeWebView = { postMessage: (message: string) => void };

/**
 * React Native's WebView: `{"matinee":1,"id":…,"ask":…}` goes out as a string, `{"matinee":1,"id":…,"answer":…}` comes
 * back as a message event, which the package dispatches on the window (iOS) or on the document (Android).
 */
export function reactNativeBridge(scope: HostWindow): Ask {
  const mailbox = createMailbox();
  const receive = (event: Event) => {
    const { data, origin, source } = event as MessageEvent<unknown>;
    // A message of the host has no origin, or this page's. One from a frame or another window is not the host's.
    const foreign = (origin && origin !== scope.location.origin) || (source && source !== (scope as unknown));
    if (foreign || typeof data !== "string") return;
    const letter = parseAnswer(data) as { matinee?: unknown; id?: unknown; answer?: unknown } | null;
    if (letter?.matinee === 1) mailbox.deliver(letter.id, letter.answer);
  };
  scope.addEventListener("message", receive);
  (scope.document as EventTarget | undefined)?.addEventListener("message", receive);
  return async (question) => {
    const { id, answer } = mailbox.expect();
    const message = JSON.stringify({ matinee: 1, id, ask: question });
    (scope.ReactNativeWebView as NativeWebView).postMessage(message);
    return answer;
  };
}
