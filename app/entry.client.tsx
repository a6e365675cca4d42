import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { defaultBrand, type BrandFacts } from "../contract/service/brand-facts.ts";
import { defaultLocale, matchLocale } from "../contract/locales.ts";
import { watchInstallation } from "./features/install/install-prompt.ts";
import { reloadOnMissingPart } from "./features/offline/reload-once.ts";
import type { Device } from "./lib/device.ts";
import { DocumentContext, type DocumentFacts } from "./lib/document-context.ts";
import { noteEarlyInput } from "./lib/early-input.ts";
import { createTranslator, type Pack } from "./lib/i18n.ts";
import { alignLocale } from "./lib/locale-store.ts";

const root = document.documentElement;

/**
 * Remix suspends at the root until the state of the page is decoded, and a click at that moment makes React give up
 * ("Root did not complete"). So this starts decoding and waits for it before React hydrates: the first call throws the
 * promise Remix would suspend on, and stops there.
 */
async function decodeState(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

/** Hydrates only after the page's texts are loaded: React must find the words it is about to render. */
async function hydrate(): Promise<void> {
  const facts: DocumentFacts = {
    locale: matchLocale(root.lang) ?? defaultLocale,
    device: (root.dataset.device as Device | undefined) ?? "mobile",
    television: root.dataset.tv !== undefined,
    tabletCheck: document.querySelector("script[data-tablet-check]") !== null,
    nonce: undefined,
    requestId: root.dataset.requestId,
    texts: root.dataset.texts?.split(" ") ?? [],
    brand: root.dataset.brand === undefined ? defaultBrand : (JSON.parse(root.dataset.brand) as BrandFacts),
    serviceWorker: root.dataset.worker !== "off",
  };
  if (alignLocale(facts.locale)) return;
  const parts = Promise.all(
    facts.texts.map(async (url) => (await (await fetch(url)).json()) as Partial<Pack>),
  );
  await decodeState();
  const translator = createTranslator(
    facts.locale,
    Object.assign({}, ...(await parts)) as Pack,
    facts.brand.name,
  );
  noteEarlyInput();
  startTransition(() => {
    hydrateRoot(
      document,
      <I18nextProvider i18n={translator}>
        <DocumentContext.Provider value={facts}>
          <RemixBrowser />
        </DocumentContext.Provider>
      </I18nextProvider>,
    );
  });
}

watchInstallation();
reloadOnMissingPart();
void hydrate();
