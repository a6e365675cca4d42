import { expect, test } from "@playwright/test";
import { firefox, openFirefox } from "../setup/firefox.ts";
import type { OtherBrowser } from "../setup/other-browser.ts";
import { markedSeries } from "../setup/seed.ts";
import { site } from "../setup/site.ts";
import { openWebKitGtk, webKitGtk } from "../setup/webkit-gtk.ts";

const [path, programs] = [firefox, webKitGtk];
/** Each with how it is opened; null where it is not installed. */
const browsers: [name: string, debian: string, open: (() => Promise<OtherBrowser>) | null][] = [
  ["Firefox", "firefox-esr", path === null ? null : () => openFirefox(path)],
  ["WebKitGTK", "webkit2gtk-driver and xvfb", programs === null ? null : () => openWebKitGtk(programs)],
];
const series = `/video/${markedSeries.id}`;
/** A browser starts anew for each test, beside the others' work. */
const patient = { timeout: 60_000 };

for (const [name, debian, open] of browsers) {
  test(`${name} plays, seeks and goes to the next episode`, async () => {
    test.skip(!open, `${name} is not installed (Debian: ${debian}), so nothing was tried in it.`);
    test.setTimeout(240_000);
    const browser = await open!();
    const video = <Value>(what: string) =>
      browser.read<Value>(`document.querySelector("video[data-player-video]").${what}`);
    const placeS = () => video<number>("currentTime");
    const key = (key: string) =>
      browser.read(`!dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", bubbles: true }))`);
    try {
      await browser.open(`${site.url}${series}/1`);
      await expect
        .poll(() => browser.read(`!!document.querySelector(".player .control-play")`), patient)
        .toBe(true);
      // Some browsers begin by themselves; a press would pause those.
      const begun = async () => {
        if (await video<boolean>("paused")) await browser.press(".player .control-play");
        return placeS();
      };
      await expect.poll(begun, patient).toBeGreaterThan(1);
      expect(await video("paused")).toBe(false);

      await key("5");
      await expect.poll(placeS, patient).toBeGreaterThan(25);
      expect(await placeS()).toBeLessThan(40);

      await key("n");
      await expect.poll(() => browser.read("location.pathname"), patient).toBe(`${series}/2`);
      await expect.poll(placeS, patient).toBeLessThan(20);
      const fromS = await placeS();
      await expect.poll(placeS, patient).toBeGreaterThan(fromS + 1);
      expect(await browser.errors()).toEqual([]);
    } finally {
      await browser.close();
    }
  });
}
