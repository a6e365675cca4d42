import { writeSync } from "node:fs";
import { pino, type Logger } from "pino";
import { isDiskFull } from "../api/db/fault.ts";
import type { OpenOptions } from "./open-backend.ts";

/** One JSON line per event, on standard output. */
export function createLog(level: string): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino({ level, base: undefined, timestamp, serializers: { err: describeError } }, standardOutput());
}

/** Writes what a backend reports to the log. */
export function reportTo(
  log: Logger,
): Required<Pick<OpenOptions, "onBug" | "onPutOff" | "onWait" | "notice" | "work">> {
  return {
    onBug: (error, where) => {
      // No bug: background work goes on once there is room again.
      if (isDiskFull(error)) log.error({ reason: (error as Error).message, where }, "the disk is full");
      else log.error({ err: error, where }, "unexpected error");
    },
    onPutOff: (error, what) => log.warn({ reason: (error as Error).message, what }, "put off until later"),
    onWait: (what) => log.info(what),
    notice: (message, error) => log.warn({ reason: error?.message }, message),
    work: {
      onStep: (step, encoding) => log.debug({ step, encoding }, "encoding"),
      onBegin: (encoding) => log.info({ encoding }, "encoding begins"),
      onEnd: (end) =>
        log[end.result === "failed" ? "error" : end.problem ? "warn" : "info"](end, "encoding ends"),
      onLeftOut: ({ key, name, problem }, encoding) =>
        log.warn({ encoding, file: key, name, reason: problem?.why }, "subtitles left out"),
      onUntuned: (error, encoding) =>
        log.warn({ encoding, reason: (error as Error).message }, "no samples, the fixed ladder is used"),
      onFallback: ({ encoder, detail }, encoding) =>
        log.warn({ encoding, encoder, reason: detail }, "the graphics processor failed, software encodes"),
    },
  };
}

/**
 * If the terminal is closed or the reader has gone, the service continues without a log and can still end in an orderly
 * way.
 */
function standardOutput() {
  const out = pino.destination(1);
  out.on("error", () => {});
  // At exit the rest is written synchronously, and a failing write would be repeated forever.
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
 * An error that is safe to log: a failed query is named without its values, which contain users's e-mail addresses and
 * the hashes of their tokens.
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

/** The frames follow the whole message, because a value in it may look like a frame. */
function stackOf(message: string, stack: string): string {
  const at = stack.indexOf(message);
  if (at < 0) return withoutValues(stack);
  return stack.slice(0, at) + withoutValues(message) + stack.slice(at + message.length);
}

/** Drizzle ends the message of a failed query with `params: …`, which takes as many lines as the values have. */
function withoutValues(text: string): string {
  const at = `\n${text}`.indexOf("\nparams:");
  return at < 0 ? text : text.slice(0, at);
}
