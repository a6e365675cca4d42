import { defaultAccent, type Shades } from "../../../../contract/service/accent.ts";
import type { Mailer } from "../../../ports/mailer.ts";
import { accentMark } from "./letter.ts";

/** What mails show of the operator's brand, besides its name. */
export type Dress = {
  /** The name that mails come from; null = as the mail server's settings say. */
  sender: string | null;
  /** null = the product's own. */
  accent: Shades | null;
};

/** Sends mails in the colours of the operator, and from the operator's name. */
export function dressMails(mailer: Mailer, dress: () => Dress): Mailer {
  return {
    send(mail) {
      const { sender, accent } = dress();
      const html = mail.html.replaceAll(accentMark, accent?.base ?? defaultAccent);
      return mailer.send({ ...mail, html, ...(sender !== null && { sender }) });
    },
  };
}
