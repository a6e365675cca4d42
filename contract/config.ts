import { z } from "zod";
import { firebaseSettings } from "./accounts/firebase.ts";
import { passwordPolicy } from "./accounts/password-policy.ts";
import { get } from "./call.ts";
import { settingFields } from "./service/settings.ts";

/** Of every area a little: so it lies beside them. */
export const configCalls = {
  config: get({
    access: "public",
    summary: "The public configuration, the first thing a client asks for.",
    input: z.strictObject({}),
    output: z.strictObject({
      name: z.string(),
      version: z.string(),
      locales: z.array(z.string()),
      identity: z.strictObject({
        provider: z.enum(["local", "firebase"]),
        minPasswordLength: z.int(),
        password: passwordPolicy,
        /** Whether a forgotten password can be reset: false where no mail can be sent. */
        reset: z.boolean(),
        /** Whether a mailed link can sign in. */
        link: z.boolean(),
        /** Whether an account opens only by a code that is mailed to its address: false where the service sends no mail. */
        confirm: z.boolean(),
        /** The domain that passkeys are for; null where there are none. */
        passkeys: z.string().nullable(),
        /** Name of the operator's own provider, at which one can sign in; null = none. */
        oidc: z.string().nullable(),
        /** What the browser's part of the provider needs; null where there is none. */
        firebase: firebaseSettings.nullable(),
      }),
      upload: z.strictObject({ maxBytes: z.int(), pictureMaxBytes: z.int() }),
      progress: z.strictObject({ everyS: z.int() }),
      /** Who may keep videos for watching without a network. */
      downloads: settingFields.downloads,
      /** closed: no new accounts; who has one, and guests, go on. */
      signUp: settingFields.signUp,
      /** Whether one can watch without an account. */
      guestWatching: settingFields.guestWatching,
      /** Id of the receiver app for Chromecasts; null = films can't be cast. */
      castReceiver: settingFields.castReceiver,
      /** Address for questions of users. */
      contact: settingFields.contactEmail,
      /** Whether search engines may list the pages; never those of a demo. */
      indexing: settingFields.indexing,
      /** The page /test is there. */
      diagnostics: z.boolean(),
      demo: z.boolean(),
    }),
  }),
};
