import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Opens a video's page, waits for the service worker, and chooses the smallest quality. */
export async function chooseDownload(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.getByRole("link", { name: "Download", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Download" });
  await sheet.getByRole("radio", { name: "240p" }).check();
  await sheet.getByRole("button", { name: "Download" }).click();
}

/** The download button after the download is complete. */
export const downloaded = (page: Page) => page.getByRole("button", { name: "Downloaded" });

/** Ends all licences on this device, as if their time had passed. */
export function letExpire(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open("matinee-downloads");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const table = opening.result.transaction("download", "readwrite").objectStore("download");
          const reading = table.getAll();
          reading.onsuccess = () => {
            for (const one of reading.result) table.put({ ...one, expiresAt: Date.now() - 1000 });
            table.transaction.oncomplete = () => {
              opening.result.close();
              resolve(reading.result[0].licence);
            };
          };
        };
      }),
  );
}

/** Everything stored of videos: caches, and rows of the store. */
export function copiesKept(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const copies = (await caches.keys()).filter((name) => name.startsWith("copy:"));
    const rows = await new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open("matinee-downloads");
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const counting = opening.result.transaction("download").objectStore("download").count();
        counting.onsuccess = () => {
          opening.result.close();
          resolve(counting.result);
        };
      };
    });
    return copies.length + rows;
  });
}
