import type { TFunction } from "i18next";
import type { FeedbackContext } from "../../../contract/index.ts";

const order = [
  "movie",
  "episode",
  "positionS",
  "page",
  "request",
  "version",
  "locale",
  "device",
  "browser",
  "screen",
  "network",
] as const satisfies readonly (keyof FeedbackContext)[];

/** The details of a message in words: the name of each, and its value. */
export function describeContext(
  context: FeedbackContext,
  { t, movieTitle }: { t: TFunction; movieTitle: string | null },
): { label: string; value: string }[] {
  return order.flatMap((name) => {
    const value = context[name];
    if (value === undefined) return [];
    return [{ label: t(`feedbackContext.${name}`), value: wordsOf(name, value) }];
  });

  function wordsOf(name: keyof FeedbackContext, value: string | number): string {
    if (name === "movie") return movieTitle ?? String(value);
    if (name === "positionS") return clock(Number(value));
    if (name === "device") return t(value === "mobile" ? "feedback.mobile" : "feedback.desktop");
    return String(value);
  }
}

/** @returns `1:02:03` or `2:03` */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, place) => (place === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
