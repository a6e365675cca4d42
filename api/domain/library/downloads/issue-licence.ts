import { randomBytes } from "node:crypto";
import { and, desc, eq, gt, inArray, ne, notInArray, or } from "drizzle-orm";
import { mostDownloadDevices, mostDownloads } from "../../../../contract/library/downloads.ts";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { downloadLicences, profiles, users } from "../../../db/schema.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { signGrant } from "../../playback/media/grant.ts";
import { subjectOf } from "../../playback/viewer.ts";
import { episodeToKeep, type DownloadDeps, type EpisodeAsked } from "./episode-to-keep.ts";

const hourMs = 3_600_000;
/** Hours the files' URLs work: a night on a slow connection. A longer download asks again. */
const grantHours = 24;

/** The renditions in which an episode can be downloaded. @throws Failure as `episodeToKeep` does */
export async function offerDownload(
  deps: DownloadDeps,
  request: EpisodeAsked,
): Promise<OutputOf<"download/offer">> {
  const { qualities } = await episodeToKeep(deps, request);
  return { items: qualities.map(({ name, height, bytes }) => ({ name, height, bytes })) };
}

/**
 * Allows a device to keep an episode. An episode has one licence per device: asking again, also for another rendition,
 * returns the same licence with fresh URLs. Licences for episodes that the device no longer holds are released first,
 * so that cleared browser storage does not use up the limit.
 * @throws Failure as `episodeToKeep` does · invalid for an unknown rendition · download_limit
 */
export async function issueLicence(
  deps: DownloadDeps,
  request: ParsedOf<"download/licence"> &
    EpisodeAsked & {
      /** The uid of the account, whose profiles share the limits. */
      account: string;
    },
): Promise<OutputOf<"download/licence">> {
  const { id, index, rendition, device, held, user, account, now } = request;
  const { asset, level, end, qualities } = await episodeToKeep(deps, request);
  const quality = qualities.find(({ name }) => name === rendition);
  if (!quality) throw invalidField("rendition", "choice");
  const { uid } = user;
  const licence = await deps.db.transaction(async (tx) => {
    // Two concurrent requests must not both take the last free place.
    await tx.select({ uid: users.uid }).from(users).where(eq(users.uid, account)).for("update");
    await sweep(tx, { uid, device, held, thing: { id, index } });
    await checkLimits(tx, { uid, account, device, id, index, now });
    const [row] = await tx
      .insert(downloadLicences)
      .values({
        id: randomBytes(16).toString("base64url"),
        uid,
        device,
        movieId: id,
        index,
        assetId: asset,
        rendition,
        createdAt: now,
        expiresAt: end,
      })
      .onConflictDoUpdate({
        target: [
          downloadLicences.uid,
          downloadLicences.device,
          downloadLicences.movieId,
          downloadLicences.index,
        ],
        set: { assetId: asset, rendition, expiresAt: end },
      })
      .returning({ id: downloadLicences.id });
    return row!.id;
  });
  const baseExpiresAt = new Date((Math.floor(now.getTime() / hourMs) + 1 + grantHours) * hourMs);
  const subject = subjectOf({ uid, tracked: false, level });
  const grant = signGrant({ asset, subject, expiresAt: baseExpiresAt }, deps.mediaSecret);
  const { folder, files, bytes, master } = quality;
  return {
    licence,
    id,
    index,
    rendition,
    folder,
    asset,
    master,
    files,
    bytes,
    base: `/media/${grant}/${asset}/`,
    baseExpiresAt: baseExpiresAt.toISOString(),
    now: now.toISOString(),
    expiresAt: end.toISOString(),
  };
}

type Place = { uid: string; device: string; now: Date };

/**
 * Removes licences that this device reports as gone; long-expired ones are removed separately (retention/retain.ts).
 */
async function sweep(
  db: Db,
  { uid, device, held, thing }: Omit<Place, "now"> & { held: string[]; thing: { id: string; index: number } },
): Promise<void> {
  const ofDevice = and(eq(downloadLicences.uid, uid), eq(downloadLicences.device, device));
  const another = or(ne(downloadLicences.movieId, thing.id), ne(downloadLicences.index, thing.index));
  const lost = and(ofDevice, another, held.length > 0 ? notInArray(downloadLicences.id, held) : undefined);
  await db.delete(downloadLicences).where(lost);
}

/**
 * Refuses episodes beyond the limit. Devices beyond the limit replace the one that has been away longest: browsers with
 * cleared storage come back as new devices, and would otherwise lock their users out for a month.
 */
async function checkLimits(
  db: Db,
  { uid, account, device, id, index, now }: Place & { account: string; id: string; index: number },
): Promise<void> {
  const ofProfiles = inArray(
    downloadLicences.uid,
    db.select({ id: profiles.id }).from(profiles).where(eq(profiles.uid, account)),
  );
  const current = await db
    .select()
    .from(downloadLicences)
    .where(and(or(eq(downloadLicences.uid, account), ofProfiles), gt(downloadLicences.expiresAt, now)))
    .orderBy(desc(downloadLicences.expiresAt), desc(downloadLicences.createdAt), downloadLicences.id);
  const staying = [...new Set([device, ...current.map((row) => row.device)])].slice(0, mostDownloadDevices);
  const gone = current.filter((row) => !staying.includes(row.device)).map((row) => row.id);
  if (gone.length > 0) await db.delete(downloadLicences).where(inArray(downloadLicences.id, gone));
  const others = current.filter(
    (row) =>
      staying.includes(row.device) &&
      !(row.uid === uid && row.device === device && row.movieId === id && row.index === index),
  );
  if (others.length >= mostDownloads) throw new Failure("download_limit");
}
