import { createContext, useContext } from "react";
import { defaultBrand, type BrandFacts } from "../../contract/service/brand-facts.ts";
import { defaultLocale, type Locale } from "../../contract/locales.ts";
import type { Device } from "./device.ts";

/**
 * The attributes of this document's `<html>` element; known before any loader answers, so error pages have them too.
 */
export type DocumentFacts = {
  locale: Locale;
  device: Device;
  /** The page is for a television: large, and moved through by a remote control. */
  television: boolean;
  /** The document has a script that may correct the kind of device before the first paint. */
  tabletCheck: boolean;
  /** Of the Content-Security-Policy; empty in the browser, which hides it from scripts. */
  nonce: string | undefined;
  /** Identifies the request in the server's log. */
  requestId: string | undefined;
  /** URLs of the page's texts. */
  texts: string[];
  /** The operator's brand. */
  brand: BrandFacts;
  /** Whether the page may register the service worker. */
  serviceWorker: boolean;
};

/** entry.server.tsx provides it from the request, entry.client.tsx from the `<html>` element. */
export const DocumentContext = createContext<DocumentFacts>({
  locale: defaultLocale,
  device: "mobile",
  television: false,
  tabletCheck: false,
  nonce: undefined,
  requestId: undefined,
  texts: [],
  brand: defaultBrand,
  serviceWorker: true,
});

/** @returns facts about the current document */
export function useDocument(): DocumentFacts {
  return useContext(DocumentContext);
}
