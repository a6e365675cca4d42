import { codeAt, stepOf } from "../../api/domain/accounts/factors/totp.ts";
import { password } from "./account.ts";
import type { TestBackend } from "./backend.ts";

export type App = { secret: string; codes: string[] };

/** The code an app shows so many seconds from now. */
export function appCode(backend: TestBackend, secret: string, seconds = 0): string {
  return codeAt(secret, stepOf(new Date(backend.clock.now().getTime() + seconds * 1000)));
}

/** Turns the second factor of an account on, as its page does. The code of the present step is used up by it. */
export async function turnOn(backend: TestBackend, token: string): Promise<App> {
  const { d: begun } = await backend.post("factor/begin", {}, { token });
  const code = appCode(backend, begun.secret);
  const { d } = await backend.post("factor/turn-on", { ticket: begun.ticket, code }, { token });
  return { secret: begun.secret, codes: d.codes };
}

/** The password's part of a sign-in. @returns the ticket that waits for the second factor */
export async function ticketOf(backend: TestBackend, email: string, address?: string): Promise<string> {
  const { d: proven } = await backend.post("identity/sign-in", { email, password }, { address });
  const { uid, proof } = proven;
  const answer = await backend.post("login/uid", { uid, proof }, { address });
  return answer.d.pending.ticket;
}
