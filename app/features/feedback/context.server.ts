import { feedbackContext, type FeedbackContext } from "../../../contract/service/feedback.ts";

/** Facts of the request a message is written with. */
export type RequestFacts = {
  version: string;
  locale: string;
  device: "mobile" | "desktop";
  userAgent: string | null;
};

/**
 * The details that may be sent with a message: from the form's address, about the page it was opened from, and from the
 * server, about the device. Invalid values are left out.
 */
export function offeredContext(search: URLSearchParams, facts: RequestFacts): FeedbackContext {
  const position = search.get("position");
  return keepValid({
    page: search.get("from") ?? undefined,
    movie: search.get("movie") ?? undefined,
    episode: numberOf(search.get("episode")),
    positionS: position === null ? undefined : numberOf(position),
    request: search.get("request") ?? undefined,
    version: facts.version,
    locale: facts.locale,
    device: facts.device,
    browser: facts.userAgent?.slice(0, 400),
  });
}

/** The details that a submitted form contains: the fields the user has seen, one by one. */
export function sentContext(text: (name: string) => string): FeedbackContext {
  const said = Object.keys(feedbackContext.shape).map((name) => {
    const value = text(`context.${name}`);
    const numeric = name === "episode" || name === "positionS";
    return [name, value === "" ? undefined : numeric ? numberOf(value) : value];
  });
  return keepValid(Object.fromEntries(said) as Record<string, unknown>);
}

function keepValid(fields: Record<string, unknown>): FeedbackContext {
  const valid = Object.entries(feedbackContext.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(fields[name]);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(valid) as FeedbackContext;
}

function numberOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,5}(\.\d{1,3})?$/.test(text) ? Number(text) : undefined;
}
