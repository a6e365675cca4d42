import type { UserInfo } from "../../contract/index.ts";
import { readCookie } from "./cookie.ts";

const name = "data-saver";
const yearS = 365 * 24 * 60 * 60;

/** Whether as little as possible is to be loaded ahead: the account's word, for everybody else this browser's too. */
export function wantsDataSaver(request: Request, user: UserInfo | null): boolean {
  if (user?.anonymous === 0) return user.data_saver;
  return user?.data_saver === true || choseDataSaver(request);
}

/** Whether it was chosen in this browser, by whoever had no account to keep it in. */
export function choseDataSaver(request: Request): boolean {
  return readCookie(request.headers.get("Cookie"), name) === "1";
}

/** Keeps the choice in the browser as well, for when nobody is signed in. @returns a Set-Cookie value */
export function dataSaverCookie(on: boolean, origin: string): string {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return `${name}=${on ? 1 : 0}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${on ? yearS : 0}${secure}`;
}
