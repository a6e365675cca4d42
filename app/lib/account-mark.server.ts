import { createHash } from "node:crypto";
import { sessionAfter } from "./session-cookie.server.ts";

/**
 * Adds the mark of the resulting session to an answer, so that the service worker keeps each user's pages apart: a mark
 * that changes with the session and reveals nothing of it, or `none`; in a further profile of the account, behind a dot,
 * one that changes with the profile.
 * @param headers of the finished answer: a cookie it sets counts already
 */
export function markAccount(request: Request, origin: string, headers: Headers): void {
  const { token, profile } = sessionAfter(request, origin, headers);
  const mark = token === null ? "none" : markOf(token);
  headers.set("X-Account", profile === null ? mark : `${mark}.${profile}`);
}

/** A one-way hash: the token has 256 random bits. */
function markOf(token: string): string {
  return createHash("sha256").update(`account ${token}`).digest("base64url").slice(0, 22);
}
