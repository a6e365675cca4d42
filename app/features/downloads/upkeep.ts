import type { ApiClient } from "../../api-client/create-client.ts";
import { sessionOf } from "../../lib/account-note.ts";
import type { CopyFiles } from "./copy-files.ts";
import { learnTime, timeBy } from "./licence-clock.ts";
import { keptPage, type Download } from "./protocol.ts";
import type { DownloadStore } from "./store.ts";

export type UpkeepPorts = {
  store: DownloadStore;
  copies: CopyFiles;
  api: Pick<ApiClient, "post">;
  now: () => number;
};

const quiet = { loading: false, toast: false };
const dayMs = 86_400_000;
/** A licence with more days left than this is not renewed. */
const enoughDays = 25;

/**
 * Repairs what has changed since the last run on this device: removes other users' downloads and unlisted files; marks
 * a download as failed if the browser has cleared its files.
 */
export async function tidyDownloads(
  { store, copies }: Pick<UpkeepPorts, "store" | "copies">,
  mark: string,
): Promise<void> {
  const listed = new Set<string>();
  for (const download of await store.all()) {
    const { key, licence, state } = download;
    if (sessionOf(download.mark) !== sessionOf(mark)) {
      await forget({ store, copies }, download);
      continue;
    }
    listed.add(licence);
    // What another profile has kept is not asked for here.
    if (download.mark !== mark) continue;
    if (state === "ready" && !(await copies.read(licence, keptPage)))
      await store.update(key, (now) => now && { ...now, state: "failed", fault: "broken", gotBytes: 0 });
  }
  for (const licence of await copies.licences()) if (!listed.has(licence)) await copies.drop(licence);
}

/** Removes a download from this device. */
export async function forget(
  { store, copies }: Pick<UpkeepPorts, "store" | "copies">,
  { key, licence }: Download,
): Promise<void> {
  await store.update(key, () => undefined);
  await store.dropPlan(licence);
  await copies.drop(licence);
}

/**
 * Renews licences.
 * @param mark of the profile that is open: the licences of others are not its to renew
 * @param downloads those to renew; without it, all of the profile that need it
 * @returns false if the server did not answer
 */
export async function renewDownloads(
  { store, api, now, mark }: Omit<UpkeepPorts, "copies"> & { mark?: string },
  downloads?: readonly Download[],
): Promise<boolean> {
  const time = timeBy(await store.clock(), now());
  const isShort = ({ expiresAt }: Download) => expiresAt - time < enoughDays * dayMs;
  const isDue = (one: Download) => isShort(one) || one.state === "ended";
  const asked = downloads ?? (await store.all()).filter((one) => one.mark === mark && isDue(one));
  if (asked.length === 0) return true;
  const answer = await api.post("download/renew", { licences: asked.map(({ licence }) => licence) }, quiet);
  if (answer.c !== 0 && answer.c !== 404) return false;
  const told = answer.c === 0 ? (answer.d as { now: string; items: Renewal[] }) : null;
  if (told) await store.setClock(learnTime(Date.parse(told.now), now()));
  for (const { key, licence } of asked) {
    const item = told?.items.find((one) => one.licence === licence);
    await store.update(key, (one) => {
      if (!one || one.licence !== licence) return one;
      if (item?.expiresAt)
        return {
          ...one,
          expiresAt: Date.parse(item.expiresAt),
          state: one.state === "ended" ? "ready" : one.state,
        };
      return one.state === "ready" ? { ...one, state: "ended" } : one;
    });
  }
  return true;
}

type Renewal = { licence: string; expiresAt: string | null };
