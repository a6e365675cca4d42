import type { IncomingMessage } from "node:http";

/** Reads one header by its name in small letters; null where it was not sent. */
export type HeaderReader = (name: string) => string | null;

/**
 * Reads the headers as Node has parsed them. Building the request's own `Headers` from the same costs an answer that
 * lies ready a tenth of its time.
 */
export function headerReader({ headers }: IncomingMessage): HeaderReader {
  return (name) => {
    const value = headers[name];
    return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
  };
}
