import type { Ask, HostWindow } from "../ask.ts";
import { createMailbox, parseAnswer } from "../mailbox.ts";

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
