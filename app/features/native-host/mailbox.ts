import type { HostWindow } from "./ask.ts";

/** Pairs questions with answers that arrive separately. */
export type Mailbox = {
  /** A fresh id, and the promise of its answer. */
  expect: () => { id: string; answer: Promise<unknown> };
  /** Delivers an answer; an unexpected id is dropped, and each id works once. */
  deliver: (id: unknown, answer: unknown) => void;
};

/** @returns a mailbox whose ids can't be guessed, so that only the host can answer */
export function createMailbox(): Mailbox {
  const waiting = new Map<string, (answer: unknown) => void>();
  return {
    expect() {
      const id = crypto.randomUUID();
      return { id, answer: new Promise((resolve) => waiting.set(id, resolve)) };
    },
    deliver(id, answer) {
      if (typeof id !== "string") return;
      waiting.get(id)?.(answer);
      waiting.delete(id);
    },
  };
}

/** Lets native code answer by running `MatineeBridge.answer(id, answer)` in the page. */
export function openLetterbox(scope: HostWindow, mailbox: Mailbox): void {
  scope.MatineeBridge = { answer: mailbox.deliver };
}

/** Parses an answer from native code: JSON, a bare word if it is no JSON, or a value already. */
export function parseAnswer(answer: unknown): unknown {
  if (typeof answer !== "string") return answer;
  try {
    return JSON.parse(answer) as unknown;
  } catch {
    return answer;
  }
}
