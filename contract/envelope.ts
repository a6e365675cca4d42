/** One field that was refused. `field` is a dotted path into the payload ('' = the payload as a whole). */
export type FieldIssue = { field: string; reason: FieldReason; message: string };

/** Why a field was refused; translated as `errors.field.<reason>`. */
export const fieldReasons = [
  "required",
  "type",
  "too_short",
  "too_long",
  "too_small",
  "too_big",
  "format",
  "choice",
  "unknown",
  "repeated",
  "malformed",
  "characters",
  "wrong",
  "lowercase",
  "uppercase",
  "digit",
  "symbol",
] as const;
export type FieldReason = (typeof fieldReasons)[number];

/** What `d` holds when a payload was refused with 422. */
export type InvalidData = { issues: FieldIssue[] };

/** The answer of every call (spec, section 3): `c` 0 = success, `m` message in the caller's language, `d` data. */
export type Envelope<D> = Success<D> | Failure;
export type Success<D> = { c: 0; m: string; d: D };
export type Failure = { c: number; m: string; d: InvalidData | null };

/** Narrows an envelope to its success. */
export function succeeded<D>(envelope: Envelope<D>): envelope is Success<D> {
  return envelope.c === 0;
}

/** @returns the refused fields of a failure; empty when it was refused for another reason. */
export function issuesOf(envelope: Envelope<unknown>): FieldIssue[] {
  if (envelope.c === 0) return [];
  return (envelope as Failure).d?.issues ?? [];
}
