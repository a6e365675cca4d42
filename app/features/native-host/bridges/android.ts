import type { Ask, HostWindow, Question } from "../ask.ts";
import { createMailbox, openLetterbox, parseAnswer } from "../mailbox.ts";

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
