import type { Transporter } from "nodemailer";
import type { Mailer } from "../../ports/mailer.ts";

/** Milliseconds for each step of a delivery. No request waits for it, but it must end. */
const patienceMs = 15_000;

/**
 * Sends mails by SMTP. Nodemailer is loaded for the first of them: most processes send none.
 * @param url `smtp://` (STARTTLS where the server offers it) or `smtps://`, with user and password if the server needs
 *   them
 * @param from the From header: an address, or `Name <address>`
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  let loading: Promise<Transporter> | null = null;
  const load = () => {
    loading ??= import("nodemailer").then(({ createTransport }) =>
      createTransport(
        {
          url,
          connectionTimeout: patienceMs,
          greetingTimeout: patienceMs,
          socketTimeout: patienceMs,
          // Our messages are text and never name a file or an address to fetch.
          disableFileAccess: true,
          disableUrlAccess: true,
        },
        { from },
      ),
    );
    return loading;
  };
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  return {
    async send({ to, subject, text, html, unsubscribe, sender }) {
      try {
        const transport = await load();
        await transport.sendMail({
          // As an object: an address in one string could be parsed as several.
          to: { address: to, name: "" },
          ...(sender && { from: { name: sender, address } }),
          subject,
          text,
          html,
          headers: {
            "Auto-Submitted": "auto-generated",
            ...(unsubscribe && {
              "List-Unsubscribe": `<${unsubscribe}>`,
              "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            }),
          },
        });
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        // A mail server's own words name the user, sometimes the whole message: they are no cause to pass on.
        // eslint-disable-next-line preserve-caught-error
        throw new Error(`a mail could not be sent: ${[code, responseCode].filter(Boolean).join(" ")}`);
      }
    },
  };
}
