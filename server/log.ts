import { pino, type Logger } from "pino";

/** One JSON line an event, on standard output. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  });
}

/**
 * An error as it may stand in a log: a failed query is named without the values it was given, which are people's
 * e-mail addresses and the hashes of their tokens.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  return {
    type: name,
    code: (error as NodeJS.ErrnoException).code,
    message: withoutValues(message),
    stack: withoutValues(stack ?? ""),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

/** Drizzle appends a line `params: …` to a failed query, and the frames of the stack come after it. */
function withoutValues(text: string): string {
  return text.replace(/^params:.*?(?=^\s+at |$(?![\s\S]))/gms, "");
}
