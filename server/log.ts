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
    stack: stackOf(message, stack ?? ""),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

/** The frames are what stands behind the whole message: a value may look like one. */
function stackOf(message: string, stack: string): string {
  const at = stack.indexOf(message);
  if (at < 0) return withoutValues(stack);
  return stack.slice(0, at) + withoutValues(message) + stack.slice(at + message.length);
}

/** Drizzle ends the message of a failed query with a line `params: …`, of as many lines as the values have. */
function withoutValues(text: string): string {
  const at = `\n${text}`.indexOf("\nparams:");
  return at < 0 ? text : text.slice(0, at);
}
