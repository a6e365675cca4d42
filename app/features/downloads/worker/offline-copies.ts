import { channelName, copyCache, keptData, keptPage, keptPrefix, keyOf, type Download } from "../protocol.ts";
import { openCopies, type CopyFiles } from "../copy-files.ts";
import { moveOn, timeBy } from "../licence-clock.ts";
import { openDownloads, type DownloadStore } from "../store.ts";
import { partOf } from "./byte-part.ts";

/**
 * The worker's side of downloads. `mark` identifies the browser's session; null = unknown, and then no download
 * matches.
 */
export type OfflineCopies = {
  /** Answers a request below `/kept/`. */
  file: (request: Request, mark: string | null) => Promise<Response>;
  /** The page of a downloaded episode, or its data; undefined if this user has none. */
  page: (url: URL, mark: string | null) => Promise<Response | undefined>;
  /** The texts of all stored pages: they still need the build's files they name. */
  texts: () => Promise<string[]>;
  /** Removes everything: another user has the browser now. */
  clear: () => Promise<void>;
};

const pageForm = /^\/video\/([a-z0-9-]+?)(?:\/(\d+))?(\.data)?$/;

export function createOfflineCopies(
  store: DownloadStore = openDownloads(),
  copies: CopyFiles = openCopies(),
  now: () => number = Date.now,
): OfflineCopies {
  async function readable(found: Download | undefined, mark: string | null): Promise<boolean> {
    return found !== undefined && mark !== null && found.mark === mark;
  }

  /** The time advances during playback, so that setting the clock back does not extend what has been watched. */
  async function isOver({ expiresAt, state }: Download): Promise<boolean> {
    const clock = moveOn(await store.clock(), now());
    await store.setClock(clock);
    return state === "ended" || timeBy(clock, now()) >= expiresAt;
  }

  return {
    async file(request, mark) {
      const path = new URL(request.url).pathname.slice(keptPrefix.length);
      const slash = path.indexOf("/");
      const licence = path.slice(0, slash);
      const name = decodeURIComponent(path.slice(slash + 1));
      const found = (await store.all()).find((download) => download.licence === licence);
      if (!(await readable(found, mark)) || name === keptPage || name === keptData) return refuse(404);
      const isVideo = /\.(?:m3u8|m4s|mp4)$/.test(name);
      if (isVideo && found!.state !== "ready") return refuse(found!.state === "ended" ? 403 : 404);
      // The player asks for a playlist once per play; checking the clock for each later file is not worth the time.
      if (name.endsWith(".m3u8") && (await isOver(found!))) return refuse(403);
      const kept = await copies.read(licence, name);
      return kept ? partially(request, kept) : refuse(404);
    },
    async page(url, mark) {
      const [, id, index, data] = pageForm.exec(url.pathname) ?? [];
      if (id === undefined || mark === null) return undefined;
      const found = await store.get(keyOf({ id, index: Number(index ?? 1) }, mark));
      if (!(await readable(found, mark)) || found!.state !== "ready") return undefined;
      const kept = await copies.read(found!.licence, data ? keptData : keptPage);
      // A page is interactive only at the address it was rendered for.
      const elsewhere = !data && found!.path !== url.pathname;
      return kept && elsewhere ? Response.redirect(new URL(found!.path, url).href, 302) : kept;
    },
    async texts() {
      const pages = await Promise.all(
        (await copies.licences()).map((licence) => copies.read(licence, keptPage)),
      );
      return Promise.all(pages.map(async (page) => (page ? page.text() : "")));
    },
    async clear() {
      await store.clear();
      for (const name of await caches.keys()) if (name.startsWith(copyCache)) await caches.delete(name);
      // An open page must not keep showing them.
      const channel = new BroadcastChannel(channelName);
      channel.postMessage("changed");
      channel.close();
    },
  };
}

async function partially(request: Request, kept: Response): Promise<Response> {
  const body = await kept.blob();
  const part = partOf(request.headers.get("Range"), body.size);
  const headers = new Headers({
    "Content-Type": kept.headers.get("Content-Type") ?? "application/octet-stream",
    "Accept-Ranges": "bytes",
    "Cache-Control": "no-store",
  });
  if (part === null) {
    headers.set("Content-Range", `bytes */${body.size}`);
    return new Response(null, { status: 416, headers });
  }
  const asked = part === "all" ? body : body.slice(part.from, part.to + 1);
  headers.set("Content-Length", String(asked.size));
  if (part !== "all") headers.set("Content-Range", `bytes ${part.from}-${part.to}/${body.size}`);
  const sent = request.method === "HEAD" ? null : asked;
  return new Response(sent, { status: part === "all" ? 200 : 206, headers });
}

function refuse(status: number): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store" } });
}
