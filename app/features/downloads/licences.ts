import { licenceCodes } from "../../../contract/codes.ts";
import { succeeded, type Envelope } from "../../../contract/envelope.ts";
import type { DownloadLicence } from "../../../contract/index.ts";
import type { ApiClient } from "../../api-client/create-client.ts";
import { learnTime } from "./licence-clock.ts";
import type { Asked } from "./load-copy.ts";
import type { Download } from "./protocol.ts";
import type { DownloadStore } from "./store.ts";

const quiet = { loading: false, toast: false };
const { vip_required, sign_in_required, forbidden, not_found, download_limit } = licenceCodes;
const refusals: number[] = [vip_required, sign_in_required, forbidden, not_found].map(({ c }) => c);

/** Requests a licence for an episode, and learns the server's time from the answer. */
export async function askLicence(
  { api, store }: { api: Pick<ApiClient, "post">; store: DownloadStore },
  { id, index }: { id: string; index: number },
  rendition: string,
): Promise<Envelope<DownloadLicence>> {
  const held = (await store.all()).map(({ licence }) => licence);
  const input = { id, index, rendition, device: deviceId(), held };
  const answer = await api.post("download/licence", input, quiet);
  if (succeeded(answer)) await store.setClock(learnTime(Date.parse(answer.d.now), Date.now()));
  return answer;
}

/** Requests the licence of a download again, for a fresh list of its files. */
export async function askAgain(
  to: { api: Pick<ApiClient, "post">; store: DownloadStore },
  download: Download,
): Promise<Asked> {
  const answer = await askLicence(to, download, download.rendition);
  if (succeeded(answer)) return { plan: answer.d };
  if (answer.c === download_limit.c) return "limit";
  return refusals.includes(answer.c) ? "refused" : "network";
}

/** Gives licences back, so that they no longer count. */
export async function releaseLicences(api: Pick<ApiClient, "post">, licences: string[]): Promise<void> {
  if (licences.length > 0) await api.post("download/release", { licences }, quiet);
}

const deviceKey = "device";

/** This browser's random name for itself. If storage is not writable, each page is another device. */
function deviceId(): string {
  try {
    const known = localStorage.getItem(deviceKey);
    if (known) return known;
    const made = crypto.randomUUID();
    localStorage.setItem(deviceKey, made);
    return made;
  } catch {
    return crypto.randomUUID();
  }
}
