import { createHash, timingSafeEqual } from "node:crypto";

/** Whether two secrets are equal. The time taken reveals neither where they differ nor the length of the kept one. */
export function isSameSecret(sent: string, kept: string): boolean {
  return timingSafeEqual(digest(sent), digest(kept));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
