import type { FieldRule } from "../../../contract/field-rule.ts";
import type { PendingFactor } from "../../../contract/envelope.ts";
import type { Ban, CodeName, Conflict, FieldIssue, FieldReason } from "../../../contract/index.ts";

/** A refused field, before its reason is put in words; `rule` names the bound it broke. */
export type RefusedField = Omit<FieldIssue, "message"> & { rule?: FieldRule | null };

/**
 * An expected failure of a use-case. It has a code of the contract; the one translator in api/http turns it into an
 * envelope and a status. Anything else that is thrown is a bug or a fault.
 */
export class Failure extends Error {
  readonly code: CodeName;
  readonly issues: RefusedField[];
  /** Seconds after which to retry, if waiting helps. */
  readonly retryAfterS: number | undefined;
  /** Details of the code, beyond fields. */
  readonly details: { conflict?: Conflict; ban?: Ban; pending?: PendingFactor; waitS?: number };

  constructor(
    code: CodeName,
    issues: RefusedField[] = [],
    retryAfterS?: number,
    details: Failure["details"] = {},
  ) {
    super(code);
    this.name = "Failure";
    this.code = code;
    this.issues = issues;
    this.retryAfterS = retryAfterS;
    this.details = details;
  }
}

/** A payload refused because of one field. */
export function invalidField(field: string, reason: FieldReason): Failure {
  return new Failure("invalid", [{ field, reason }]);
}

/** A save of something that another user has changed since its editor started. */
export function conflict(details: Conflict): Failure {
  return new Failure("conflict", [], undefined, { conflict: details });
}
