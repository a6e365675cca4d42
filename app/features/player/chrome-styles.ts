import { MediaChromeButton } from "media-chrome/dist/media-chrome-button.js";
import { MediaChromeRange } from "media-chrome/dist/media-chrome-range.js";
import { MediaContainer } from "media-chrome/dist/media-container.js";
import MediaControlBar from "media-chrome/dist/media-control-bar.js";
import { MediaTextDisplay } from "media-chrome/dist/media-text-display.js";

type Styled = { getTemplateHTML: (this: unknown, ...parts: never[]) => string };

/**
 * media-chrome writes its styles into shadow roots as `<style>` elements, which our Content-Security-Policy refuses
 * without the document's nonce. Every element's template comes from one of these classes, so the nonce is added
 * there, before the first element is made.
 */
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
const bases = [MediaContainer, MediaChromeButton, MediaChromeRange, MediaTextDisplay, MediaControlBar] as unknown as Styled[];

if (nonce) {
  for (const base of bases) {
    const original = base.getTemplateHTML;
    base.getTemplateHTML = function (...parts) {
      return original.apply(this, parts).replaceAll("<style", `<style nonce="${nonce}"`);
    };
  }
}
