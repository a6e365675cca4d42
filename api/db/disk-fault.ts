/**
 * Node's error names, PostgreSQL's code for a full disk, and the WASI error numbers that the embedded database reports.
 */
const faults: Record<string, string> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  ENOTDIR: "it is not a folder",
  EEXIST: "it is not a folder",
  EISDIR: "it is a folder",
  EMFILE: "too many files are open",
  "53100": "the disk is full",
};
const wasi: Record<number, string> = {
  2: "EACCES",
  19: "EDQUOT",
  33: "EMFILE",
  51: "ENOSPC",
  54: "ENOTDIR",
  63: "EPERM",
  69: "EROFS",
};

/** Describes for the operator what is wrong with the disk of a folder; null if the error means something else. */
export function diskFault(error: unknown): string | null {
  for (let at = error as NodeJS.ErrnoException | undefined; at; at = at.cause as typeof at) {
    const code = at.name === "ErrnoError" ? wasi[at.errno ?? 0] : at.code;
    if (code !== undefined && faults[code]) return faults[code];
  }
  return null;
}
