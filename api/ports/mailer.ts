/** A message to one address. `html` has the same content as `text`. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The name it comes from, instead of the mailer's own; the address stays. */
  sender?: string;
  /** Where a mail program ends such mails with one POST and no question (RFC 8058); a GET there changes nothing. */
  unsubscribe?: string;
};

export type Mailer = {
  /**
   * Resolves once the message is handed over. Rejects when that fails, with an error that contains neither content nor
   * recipient.
   */
  send: (mail: Mail) => Promise<void>;
};
