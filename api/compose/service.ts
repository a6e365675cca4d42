import { createOpenidOidc } from "../adapters/openid-oidc/openid-oidc.ts";
import { createSmtpMailer } from "../adapters/smtp-mailer/smtp-mailer.ts";
import { createTerminalMailer } from "../adapters/terminal-mailer/terminal-mailer.ts";
import { createTmdbMovies } from "../adapters/tmdb-movies/tmdb-movies.ts";
import { createAfterwards } from "../domain/service/mail/afterwards.ts";
import { brandOf } from "../domain/service/brand/brand-of.ts";
import { dressMails } from "../domain/service/mail/dress-mails.ts";
import { createServiceHandlers } from "../http/service.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { Count } from "../ports/meter.ts";
import type { MailSettings } from "./backend.ts";
import type { Kernel } from "./kernel.ts";
import { composeNotices } from "./notices.ts";
import { composeWebhooks } from "./webhooks.ts";

export type Service = ReturnType<typeof composeService>;

/** Wires settings, mails, feedback, notices, texts and the audit log. */
export function composeService(kernel: Kernel) {
  const { options, db, messages, store, places, pictures, findMedia, onBug, count } = kernel;
  const dress = () => {
    const values = store.seen()?.values;
    return { sender: values?.brandSender ?? null, accent: values ? brandOf(values).accent : null };
  };
  const mailer = options.mail ? dressMails(counted(mailerOf(options.mail), count), dress) : null;
  const { run: afterwards, settled } = createAfterwards({ onError: (error) => onBug(error, "afterwards") });
  const { storage, assetStore } = places;
  const source = createTmdbMovies();
  const oidc = createOpenidOidc({ anywhere: options.oidcPrivate ?? false });
  const { handlers, ...notices } = composeNotices(kernel, mailer);
  const webhooks = composeWebhooks(kernel, notices.topics);
  return {
    store,
    source,
    mailer,
    oidc,
    /** Scheme and host of links in mails. */
    linkBase: options.mail?.linkBase ?? "",
    afterwards,
    settled,
    ...notices,
    webhooks: webhooks.work,
    handlers: {
      ...handlers,
      ...webhooks.handlers,
      ...createServiceHandlers({
        db,
        storage,
        artwork: places.artwork,
        pictures,
        assetStore,
        store,
        mailer,
        source,
        oidc,
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
