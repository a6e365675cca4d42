import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Paths of what the service worker has kept, by the kind of cache. */
export function keptBy(page: Page, cache: "pages" | "build-files" | "pictures" | "notes"): Promise<string[]> {
  return page.evaluate(async (kind) => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      if (name.split(":")[0] !== kind) continue;
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    }
    return paths;
  }, cache);
}

/** Opens a page and waits until the worker is in charge and has kept it, with all it takes to show it. */
export async function visitAndKeep(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await expect.poll(() => keptBy(page, "pages"), { timeout: 15_000 }).toContain(new URL(page.url()).pathname);
  await expect.poll(() => keptBy(page, "notes")).toContain("/offline");
  await expect
    .poll(async () => {
      const files = await keptBy(page, "build-files");
      const needed = await page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .map(({ name }) => new URL(name).pathname)
          .filter((file) => file.startsWith("/assets/")),
      );
      const ahead = (await (
        await page.request.get(new URL("/precache-manifest.json", page.url()).href)
      ).json()) as string[];
      return [...needed, ...ahead].filter((file) => !files.includes(file));
    })
    .toEqual([]);
}

/** The app is initialised and has a session. */
export const signedIn = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem("token"))).toMatch(/^[\w-]{43}$/);

/** All words in all caches, one after the other. */
export function keptTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = (await cache.match(request))!;
        if (/html|script|json/.test(response.headers.get("Content-Type") ?? ""))
          texts.push(await response.text());
      }
    }
    return texts.join("\n");
  });
}

/** Keys of the outbox's writes that wait for the network, without the reports of playback quality. */
export function waiting(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open("matinee", 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore("outbox", { keyPath: "key" });
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const keys = opening.result.transaction("outbox").objectStore("outbox").getAllKeys();
          keys.onsuccess = () => {
            opening.result.close();
            resolve(keys.result.map(String).filter((key) => !key.startsWith("quality ")));
          };
        };
      }),
  );
}
