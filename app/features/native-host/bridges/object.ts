import { questions, type Ask, type HostWindow, type Question } from "../ask.ts";

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
