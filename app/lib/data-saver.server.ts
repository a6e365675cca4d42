import type { UserInfo } from "../../contract/index.ts";
import { readCookie } from "./cookie.ts";

const name = "data-saver";
const yearS = 365 * 24 * 60 * 60;

/** Whether to load as little as possible ahead: the account's setting; without an account, this browser's. */
export function wantsDataSaver(request: Request, user: UserInfo | null): boolean {
  if (user?.anonymous === 0) return user.data_saver;
  return user?.data_saver === true || choseDataSaver(request);
}

/** Whether it was chosen in this browser, without an account to store it in. */
export function choseDataSaver(request: Request): boolean {
  return readCookie(request.headers.get("Cookie"), name) === "1";
}

/**
 * Stores the choice in the browser as well, for the time after signing out.
 * @returns a Set-Cookie value
 */
export function dataSaverCookie(on: boolean, origin: string): string {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return `${name}=${on ? 1 : 0}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${on ? yearS : 0}${secure}`;
}
