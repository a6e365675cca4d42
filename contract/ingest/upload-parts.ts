/** Bytes of each part of a large file but the last. A bucket takes 10,000 parts of at least 5 MB. */
export const partBytes = 16 * 1024 * 1024;

/** Parts that one call signs. */
export const mostPartsSigned = 8;

/** Where a part of a file begins and how long it is; numbers begin at 1. Null when the file has no such part. */
export function partAt(number: number, fileBytes: number): { from: number; bytes: number } | null {
  const from = (number - 1) * partBytes;
  if (!Number.isInteger(number) || number < 1 || from >= fileBytes) return null;
  return { from, bytes: Math.min(partBytes, fileBytes - from) };
}
