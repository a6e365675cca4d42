/** A message to one person. `html` says the same as `text`. */
export type Mail = { to: string; subject: string; text: string; html: string };

export type Mailer = {
  /** Resolves once the message is handed over. Rejects where it can't be, without a word of what it says or to whom. */
  send: (mail: Mail) => Promise<void>;
};
