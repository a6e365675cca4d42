/**
 * Codes of a connection that failed or was cut: of postgres.js, of the socket, and PostgreSQL's classes 08 and 57P; of a
 * server without a free connection; and of one that only reads, as during a failover.
 */
const away =
  /^(CONNECT(ION)?_\w+|ECONN(REFUSED|RESET)|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH|08\w{3}|57P0[1-3]|53300|25006)$/;

/** Whether an error means that the database could not be reached, rather than that it refused the statement. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (away.test(String((at as NodeJS.ErrnoException).code ?? ""))) return true;
    if (at instanceof AggregateError && at.errors.some(isDatabaseAway)) return true;
  }
  return false;
}

/** Whether the connection of a statement is lost with it, or has to be given up. */
export function isConnectionLost(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (
      /^(CONNECTION_\w+|ECONNRESET|EPIPE|08\w{3}|57P0[1-3])$/.test(
        String((at as NodeJS.ErrnoException).code ?? ""),
      )
    )
      return true;
  return false;
}

/** Whether the server, or a pooler in front of it, has no connection left for this process. */
export function isOutOfConnections(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ((at as NodeJS.ErrnoException).code === "53300" || /no more connections allowed/.test(at.message))
      return true;
  return false;
}

/** Codes of a full disk and of a used-up quota, from the operating system and from PostgreSQL. */
const full = /^(ENOSPC|EDQUOT|53100)$/;

/** Whether an error means that there was no space to write. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (full.test(String((at as NodeJS.ErrnoException).code ?? ""))) return true;
    if (at instanceof AggregateError && at.errors.some(isDiskFull)) return true;
  }
  return false;
}

/** Whether the database ended this transaction so that another could go on: a deadlock, or a conflict of snapshots. */
export function isEndedForAnother(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (/^(40P01|40001)$/.test(String((at as NodeJS.ErrnoException).code ?? ""))) return true;
  return false;
}

/** Whether an error means that a unique value exists already (PostgreSQL's 23505). */
export function isTaken(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ((at as NodeJS.ErrnoException).code === "23505") return true;
  return false;
}
