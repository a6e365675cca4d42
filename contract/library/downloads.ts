import { z } from "zod";
import { get, post } from "../call.ts";
import { episodeIndex, iso, movieId } from "../fields.ts";

/**
 * Largest number of movies a user may hold on all devices, and of devices; a new device replaces the one unused for
 * longest.
 */
export const mostDownloads = 25;
export const mostDownloadDevices = 4;

const licenceId = z.string().regex(/^[A-Za-z0-9_-]{22}$/);
/** A random id made by the browser: it only distinguishes the devices of one user. */
const deviceId = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);
const bytes = z.int().min(0);
/** Name of a rendition, as in `playback/start`. */
const renditionName = z.string().regex(/^\d{2,5}p$/);

const downloadLicence = z.strictObject({
  licence: licenceId,
  id: movieId,
  index: episodeIndex,
  rendition: renditionName,
  /** Folder of the rendition, relative to the asset. */
  folder: z.string(),
  /** The asset the files belong to: do not mix them with files of another asset. */
  asset: z.string(),
  /** Signed URL of the asset's folder, ending in `/`; valid for this user and this asset. */
  base: z.string(),
  /** When `base` stops working: request the licence again for a new one. */
  baseExpiresAt: iso,
  /** Text of a multivariant playlist with only that rendition. */
  master: z.string(),
  /**
   * Files to fetch below `base`, with their lengths in bytes, in this order: small files first, then the movie from its
   * beginning.
   */
  files: z.array(z.tuple([z.string(), bytes])),
  bytes,
  /** The server's clock: an offline device measures time from it. */
  now: iso,
  /** It is not playable after this time until it is renewed. */
  expiresAt: iso,
});
export type DownloadLicence = z.infer<typeof downloadLicence>;

const renewal = z.strictObject({
  licence: licenceId,
  /** `ended`: the user may no longer keep it, or it belongs to another user. */
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
      /** Licences the device still holds: its other licences are returned. */
      held: z.array(licenceId).max(100),
    }),
    output: downloadLicence,
  }),
  "download/renew": post({
    access: "session",
    summary: "Prolongs licences. One whose user may no longer keep it has ended.",
    input: z.strictObject({ licences: z.array(licenceId).min(1).max(100) }),
    output: z.strictObject({ now: iso, items: z.array(renewal) }),
  }),
  "download/release": post({
    access: "session",
    summary: "Gives licences back, so that other episodes can be downloaded.",
    input: z.strictObject({ licences: z.array(licenceId).min(1).max(100) }),
    output: z.strictObject({ released: z.int() }),
  }),
};
