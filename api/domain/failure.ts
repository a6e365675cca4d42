import type { CodeName, FieldIssue, FieldReason } from "../../contract/index.ts";

/**
 * An expected failure of a use-case. It carries a code of the contract; the one translator in api/http
 * turns it into an envelope and a status. Anything else that is thrown is a bug or a fault.
 */
export class Failure extends Error {
  readonly code: CodeName;
  readonly issues: Omit<FieldIssue, "message">[];
  /** When to come again, where waiting helps. */
  readonly retryAfterS: number | undefined;

  constructor(code: CodeName, issues: Omit<FieldIssue, "message">[] = [], retryAfterS?: number) {
    super(code);
    this.name = "Failure";
    this.code = code;
    this.issues = issues;
    this.retryAfterS = retryAfterS;
  }
}

/** A payload refused for one field. */
export function invalidField(field: string, reason: FieldReason): Failure {
  return new Failure("invalid", [{ field, reason }]);
}
