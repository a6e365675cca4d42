import { createSmtpMailer } from "../adapters/smtp-mailer/smtp-mailer.ts";
import { createTerminalMailer } from "../adapters/terminal-mailer/terminal-mailer.ts";
import { createTmdbMovies } from "../adapters/tmdb-movies/tmdb-movies.ts";
import { createAfterwards } from "../domain/service/mail/afterwards.ts";
import { createSettings } from "../domain/service/settings/settings-store.ts";
import { createServiceHandlers } from "../http/service.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { Count } from "../ports/meter.ts";
import type { MailSettings } from "./backend.ts";
import type { Kernel } from "./kernel.ts";
import { composeNotices } from "./notices.ts";

export type Service = ReturnType<typeof composeService>;

/** Wires settings, mails, feedback, notices, texts and the audit log. */
export function composeService(kernel: Kernel) {
  const { options, db, messages, places, findMedia, onBug, count } = kernel;
  const { downloads } = options;
  const store = createSettings({ db, base: downloads ? { downloads } : {} });
  const mailer = options.mail ? counted(mailerOf(options.mail), count) : null;
  const { run: afterwards, settled } = createAfterwards({ onError: (error) => onBug(error, "afterwards") });
  const { storage, assetStore } = places;
  const source = createTmdbMovies();
  const { handlers, ...notices } = composeNotices(kernel, mailer);
  return {
    store,
    source,
    mailer,
    /** Scheme and host of links in mails. */
    linkBase: options.mail?.linkBase ?? "",
    afterwards,
    settled,
    ...notices,
    handlers: {
      ...handlers,
      ...createServiceHandlers({
        db,
        storage,
        assetStore,
        store,
        mailer,
        source,
        words: messages.text,
        environment: options.environment ?? [],
        videoTool: async () => (await findMedia()).abilities,
      }),
    },
  };
}

function mailerOf({ by }: MailSettings): Mailer {
  if ("smtp" in by) return createSmtpMailer(by.smtp);
  return "terminal" in by ? createTerminalMailer(by.terminal) : by;
}

function counted({ send }: Mailer, count: Count): Mailer {
  return {
    async send(mail) {
      try {
        await send(mail);
      } catch (error) {
        count({ what: "mail", result: "failed" });
        throw error;
      }
      count({ what: "mail", result: "sent" });
    },
  };
}
