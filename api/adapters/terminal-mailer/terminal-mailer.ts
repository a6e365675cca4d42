import type { Mailer } from "../../ports/mailer.ts";

/**
 * Shows mails to whoever sits at the terminal, instead of sending them: for development, the demo, and trying out.
 * They hold links that open accounts, so this is never wired where the output is collected (server/env.ts).
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
