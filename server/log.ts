import { writeSync } from "node:fs";
import { pino, type Logger } from "pino";

/** One JSON line an event, on standard output. */
export function createLog(level: string): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino({ level, base: undefined, timestamp, serializers: { err: describeError } }, standardOutput());
}

/** The service goes on without a log where the terminal is closed or the reader gone, and can still end in order. */
function standardOutput() {
  const out = pino.destination(1);
  out.on("error", () => {});
  // At the exit the rest is written at once, and what can't be is tried for ever.
  const flush = out.flushSync.bind(out);
  out.flushSync = () => {
    try {
      writeSync(1, "");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
    }
    flush();
  };
  return out;
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
