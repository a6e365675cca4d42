import { z } from "zod";
import { get, post } from "../call.ts";
import { episodeIndex, iso, movieId } from "../fields.ts";

/** Films one person may hold at a time on all devices, and devices they may be on: another one takes the place of the one that was away longest. */
export const mostDownloads = 25;
export const mostDownloadDevices = 4;

const licenceId = z.string().regex(/^[A-Za-z0-9_-]{22}$/);
/** Made by the browser, at random: tells the devices of one person apart, and nothing else. */
const deviceId = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);
const bytes = z.int().min(0);
/** Name of a quality, as `playback/start` has it. */
const renditionName = z.string().regex(/^\d{2,5}p$/);

export const downloadLicence = z.strictObject({
  licence: licenceId,
  id: movieId,
  index: episodeIndex,
  rendition: renditionName,
  /** Folder of the quality, relative to the asset. */
  folder: z.string(),
  /** The encoded film the files are of: another one's are not to be mixed with them. */
  asset: z.string(),
  /** Signed URL of the asset's folder, ending in `/`; good for this person and this asset. */
  base: z.string(),
  /** When `base` stops working: asking for the licence again gives another one. */
  baseExpiresAt: iso,
  /** Text of a multivariant playlist with that one quality. */
  master: z.string(),
  /** What to fetch below `base`, with its length in bytes, in this order: what is small first, then the film from its beginning. */
  files: z.array(z.tuple([z.string(), bytes])),
  bytes,
  /** The server's clock: who has no network counts on from it. */
  now: iso,
  /** From then on it can't be watched until it is renewed. */
  expiresAt: iso,
});
export type DownloadLicence = z.infer<typeof downloadLicence>;

const renewal = z.strictObject({
  licence: licenceId,
  /** `ended`: the person may no longer keep it, or it is not theirs. */
  state: z.enum(["renewed", "ended"]),
  expiresAt: iso.nullable(),
});

export const downloadCalls = {
  "download/offer": get({
    access: "session",
    summary: "The qualities an episode can be downloaded in, with their sizes. Only for who may download it.",
    input: z.strictObject({ id: movieId, index: episodeIndex }),
    output: z.strictObject({
      items: z.array(z.strictObject({ name: renditionName, height: z.int(), bytes })),
    }),
  }),
  "download/licence": post({
    access: "session",
    summary:
      "Allows one device to keep an episode for a while, and says what to fetch. Asking again gives the same licence, with fresh URLs.",
    input: z.strictObject({
      id: movieId,
      index: episodeIndex,
      rendition: renditionName,
      device: deviceId,
      /** Licences the device still holds: others of its own are given back. */
      held: z.array(licenceId).max(100),
    }),
    output: downloadLicence,
  }),
  "download/renew": post({
    access: "session",
    summary: "Prolongs licences. One whose person may no longer keep it has ended.",
    input: z.strictObject({ licences: z.array(licenceId).min(1).max(100) }),
    output: z.strictObject({ now: iso, items: z.array(renewal) }),
  }),
  "download/release": post({
    access: "session",
    summary: "Gives licences back, for other films to take their place.",
    input: z.strictObject({ licences: z.array(licenceId).min(1).max(100) }),
    output: z.strictObject({ released: z.int() }),
  }),
};
