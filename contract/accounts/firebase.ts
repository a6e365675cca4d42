import { z } from "zod";

/**
 * Firebase's web configuration, the JSON its console shows for a web app. It is public: it names the project to Google,
 * and every browser gets it. Other fields of the console's JSON are dropped.
 */
export const firebaseWebConfig = z.object({
  apiKey: z.string().regex(/^[\w-]{1,256}$/, "needs an apiKey"),
  authDomain: z.string().regex(/^[a-z0-9.-]+(:\d{1,5})?$/i, "needs an authDomain, a host name"),
  projectId: z.string().regex(/^[a-z0-9-]{1,64}$/, "needs a projectId"),
  appId: z
    .string()
    .regex(/^[\w:.-]{1,256}$/, "has an appId that is none")
    .optional(),
  /** For Google Analytics; without it nothing is measured there. */
  measurementId: z
    .string()
    .regex(/^G-[A-Z0-9]{1,32}$/, "has a measurementId that does not begin with G-")
    .optional(),
});

/** With `emulator`, host and port of a local Auth emulator that replaces Google: tests only. */
export const firebaseSettings = firebaseWebConfig.extend({ emulator: z.string().nullable() });
export type FirebaseSettings = z.infer<typeof firebaseSettings>;
