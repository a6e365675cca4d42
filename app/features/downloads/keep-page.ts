import type { CopyFiles } from "./copy-files.ts";
import { keptAddress, keptData, keptPage, keptPoster, keptStill, type Download } from "./protocol.ts";

/** Where the build lists further files a page may request (`scripts/bundle/precache-manifest.ts`). */
const precacheFiles = "/precache-manifest.json";
/** The account an answer belongs to; see app/features/offline. */
const accountHeader = "X-Account";

/**
 * Stores the page of an episode, as the server renders it for the copy, with its data, its pictures, and the build's
 * files it uses: those pass the service worker, which stores everything that does.
 * @returns false if the network did not deliver all of it, or delivered it to another user
 */
export async function keepPage(copies: CopyFiles, download: Download): Promise<boolean> {
  const { licence, artwork, still } = download;
  const address = keptAddress(download);
  const [path, query] = address.split("?");
  const page = await ask(address, { headers: { Accept: "text/html" } });
  const data = await ask(`${path}.data?${query}`);
  if (!page?.ok || !data?.ok || page.headers.get(accountHeader) !== download.mark) return false;
  const html = await page.text();
  const files = [...html.matchAll(/\/assets\/[\w.-]+\.\w+/g)].map(([file]) => file);
  const listedFiles = await ask(precacheFiles);
  const listed = listedFiles?.ok ? ((await listedFiles.json()) as string[]) : [];
  for (const file of new Set([...files, ...listed])) if (!(await ask(file))) return false;
  // Those of the list of episodes.
  const stills = [...html.matchAll(/\/artwork\/[\w-]+\/(?:frame|sent)-\w+-320\.webp\?v=\w+/g)];
  for (const picture of new Set(stills.map(([address]) => address))) await ask(picture);
  const wide = still
    ? `${still.path}-640.webp?v=${still.version}`
    : `${artwork.path}/backdrop-1280.webp?v=${artwork.version}`;
  const pictures = [
    [keptStill, wide],
    [keptPoster, `${artwork.path}/poster-320.webp?v=${artwork.version}`],
  ] as const;
  for (const [name, address] of pictures) {
    const answer = await ask(address);
    if (!answer) return false;
    if (answer.ok) await copies.write(licence, name, await answer.blob(), "image/webp");
  }
  await copies.write(licence, keptData, await data.blob(), "text/x-script");
  await copies.write(licence, keptPage, html, "text/html; charset=utf-8");
  return true;
}

function ask(address: string, init: RequestInit = {}): Promise<Response | null> {
  return fetch(address, { credentials: "same-origin", ...init }).catch(() => null);
}
