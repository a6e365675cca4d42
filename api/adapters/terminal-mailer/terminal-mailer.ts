import type { Mailer } from "../../ports/mailer.ts";

/**
 * Prints mails on the terminal instead of sending them: for development, the demo, and trying out. Mails hold links
 * that open accounts, so this is never used where the output is collected (server/env.ts).
 */
export function createTerminalMailer(output: { write: (text: string) => unknown }): Mailer {
  return {
    async send({ to, subject, text }) {
      const framed = [`To: ${to}`, `Subject: ${subject}`, "", ...text.trimEnd().split("\n")];
      output.write(
        `\n┌─ mail, not sent: SMTP_URL is not set\n${framed.map((line) => `│ ${line}\n`).join("")}└─\n\n`,
      );
    },
  };
}
