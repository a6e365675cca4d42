import type { Ask, HostWindow } from "../ask.ts";
import { createMailbox, openLetterbox, parseAnswer } from "../mailbox.ts";

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
