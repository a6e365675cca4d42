/** A document's scripts: URLs of modules, URLs that they fetch, and the code that starts them. */
export type LateCode = { modules: string[]; fetches: string[]; code: string };

/**
 * Fetches and runs a document's scripts after the visible content: the first paint with its main picture, or the first
 * frame of a video the user is starting. After five seconds at the latest, as a page in a background tab is never
 * painted. Sent as text inside the document: it may use nothing from outside of itself.
 */
export function startScripts({ modules, fetches, code }: LateCode): void {
  const nonce = (document.currentScript as HTMLScriptElement).nonce;
  let begun = false;
  // For its first format a browser reads the language's tables, which takes a slow phone a tenth of a second. All threads
  // share them, so a worker reads them while the scripts are fetched (decision 080).
  const readFormats = (): void => {
    const lang = JSON.stringify(document.documentElement.lang);
    const work = `try{new Intl.NumberFormat(${lang}).format(0);new Intl.ListFormat(${lang}).format([])}catch{}close()`;
    new Worker(URL.createObjectURL(new Blob([work], { type: "text/javascript" })));
  };
  const link = (facts: Partial<HTMLLinkElement>): HTMLLinkElement =>
    Object.assign(document.createElement("link"), facts);
  const begin = (): void => {
    if (begun) return;
    begun = true;
    // At the end of <head> and <body>, where React tolerates elements it did not render itself.
    const links = [
      ...modules.map((href) => link({ rel: "modulepreload", href })),
      ...fetches.map((href) => link({ rel: "preload", as: "fetch", crossOrigin: "anonymous", href })),
    ];
    // Each begins a request, which takes a slow phone some milliseconds: a tap must not wait for all of them.
    const add = (): void => {
      document.head.append(...links.splice(0, 4));
      if (links.length > 0) return void setTimeout(add);
      const script = Object.assign(document.createElement("script"), { type: "module", textContent: code });
      script.nonce = nonce;
      document.body.append(script);
    };
    add();
    readFormats();
  };
  // The frame that shows it is drawn, and the next one has begun.
  const painted = (then: () => void): void =>
    void requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then)));
  const look = (): void => {
    const video = document.querySelector("video");
    // Started by its early playback, or by the browser's own HLS.
    const begun = video && (video.currentSrc || video.canPlayType("application/vnd.apple.mpegurl") !== "");
    const plays = begun && !video.paused;
    if (plays && video.readyState < 2) {
      // A source's error does not bubble.
      for (const event of ["loadeddata", "pause", "error"])
        video.addEventListener(event, () => painted(look), { once: true, capture: true });
      return;
    }
    const picture = document.querySelector<HTMLImageElement>("img[fetchpriority=high]");
    if (!picture) return begin();
    const shown = (): void => painted(begin);
    picture.decode().then(shown, shown);
  };
  painted(look);
  setTimeout(begin, 5_000);
}
