/** One refused field. `field` is a dotted path into the payload ('' = the whole payload). */
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
  "video",
  "contrast",
  "domain",
] as const;
export type FieldReason = (typeof fieldReasons)[number];

/** A field that another admin has changed since an editor began; `theirs` is its value now. */
export type Conflict = {
  revision: number;
  fields: { field: string; theirs: unknown }[];
  /** Author of the change, if known. */
  by: string | null;
  at: string | null;
};

/** Details of a failure in `d`: the refused fields, and data specific to its code. */
export type FailureData = {
  issues?: FieldIssue[];
  conflict?: Conflict;
  ban?: Ban;
  /** A sign-in that waits for its second factor. */
  pending?: PendingFactor;
  /** Seconds that a third party asks to wait. */
  waitS?: number;
};

/** A sign-in that waits: the ticket that finishes it, and by which factors besides recovery codes. */
export type PendingFactor = { ticket: string; app: boolean; passkeys: boolean };

/** Why an account is suspended, and until when; null = permanently. The message states it in words. */
export type Ban = { reason: string; until: string | null };

/** The answer of every call (spec, section 3): `c` 0 = success, `m` message in the caller's language, `d` data. */
export type Envelope<D> = Success<D> | Failure;
export type Success<D> = { c: 0; m: string; d: D };
export type Failure = { c: number; m: string; d: FailureData | null };

/** Narrows an envelope to its success. */
export function succeeded<D>(envelope: Envelope<D>): envelope is Success<D> {
  return envelope.c === 0;
}

/** @returns the refused fields of a failure; empty when it was refused for another reason. */
export function issuesOf(envelope: Envelope<unknown>): FieldIssue[] {
  if (envelope.c === 0) return [];
  return (envelope as Failure).d?.issues ?? [];
}

/** @returns the other admin's changes, if a save was refused for them */
export function conflictOf(envelope: Envelope<unknown>): Conflict | null {
  return envelope.c === 0 ? null : ((envelope as Failure).d?.conflict ?? null);
}

/** @returns the sign-in that waits for its second factor, if the failure is about one */
export function pendingOf(envelope: Envelope<unknown>): PendingFactor | null {
  return envelope.c === 0 ? null : ((envelope as Failure).d?.pending ?? null);
}
