import { brandFolder, nameNote, notes, offlinePath, type KeepMessage } from "../protocol.ts";
import type { KeptFiles } from "./kept-files.ts";
import type { LatestPages } from "./latest-pages.ts";
import { keptPathOf } from "./plan.ts";
import type { WorkerScope } from "./scope.ts";

type KeepingParts = {
  scope: WorkerScope;
  /** Files of this worker's build: their paths, or the hashes in their names. */
  buildFiles: readonly string[];
  pages: LatestPages;
  files: KeptFiles;
  pictures: KeptFiles;
  /** The texts of the downloads' pages. */
  copies: { texts: () => Promise<string[]> };
};

const hashInName = /-([\w-]{8})\.\w+$/;

/** Where the build lists the files that an idle browser prefetches. */
const prefetchList = "/precache-manifest.json";

/** @returns stores what a page has loaded, and what it may need offline */
export function createKeeping({ scope, buildFiles, pages, files, pictures, copies }: KeepingParts) {
  const own = new Set(buildFiles);
  const isOwn = (path: string) => own.has(path) || own.has(hashInName.exec(path)?.[1] ?? "");
  // Remix names its route table after its content, which covers the whole build.
  const build = buildFiles.find((file) => /^\/assets\/manifest-[\da-f]{8}\.js$/.test(file)) ?? "";

  /**
   * Drops files of earlier builds. A page of an earlier build still asks for its parts, so this waits until the only
   * open page is of this build; the files of a stored page stay as long as the page.
   */
  async function tidy(): Promise<void> {
    const open = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (open.length > 1) return;
    const offline = await caches.match(offlinePath, { cacheName: notes });
    const texts = [...(await pages.texts()), ...(await copies.texts()), (await offline?.text()) ?? ""];
    await files.drop((path) => isOwn(path) || texts.some((text) => text.includes(path)));
  }

  return async (message: KeepMessage): Promise<void> => {
    const { path, locale, brand, files: loaded, pictures: seen, saveData } = message;
    const changed = await keepOfflinePage({ locale, brand, build });
    if (keptPathOf(new URL(path, scope.location.origin)) === path) await pages.follow(path);
    if (changed) for (const other of await pages.documents()) if (other !== path) await pages.refresh(other);
    await files.add(loaded);
    await pictures.add(seen);
    await pictures.trim();
    if (!saveData) await files.add(await listPrefetchFiles());
    if (loaded.every((file) => isOwn(file) || file.startsWith(brandFolder))) await tidy();
  };
}

/** @returns whether the language or the brand differs from that of the pages stored before */
async function keepOfflinePage({
  locale,
  brand,
  build,
}: Pick<KeepMessage, "locale" | "brand"> & { build: string }): Promise<boolean> {
  const cache = await caches.open(notes);
  const known = (await cache.match(offlinePath))?.headers.get("X-Kept-For") ?? "";
  const [language, madeBy, shown = ""] = known.split(" ");
  // Its styles are the build's, so another build stores it again; its name is the operator's.
  if (language === locale && madeBy === build && shown === brand.version) return false;
  const response = await fetch(offlinePath).catch(() => null);
  if (response?.status !== 200) return false;
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "X-Kept-For": `${locale} ${build} ${brand.version}`,
  };
  await cache.put(offlinePath, new Response(response.body, { headers }));
  await cache.put(nameNote, new Response(brand.name));
  return known !== "" && (language !== locale || shown !== brand.version);
}

async function listPrefetchFiles(): Promise<string[]> {
  const response = await fetch(prefetchList, { cache: "no-cache" }).catch(() => null);
  return response?.status === 200 ? ((await response.json()) as string[]) : [];
}
