// Functions that run inside a page: each is sent there as text, so it must not use anything outside itself.

/** @returns the ids of the titles whose picture is at least half in view, clipping included */
export async function titlesInView(): Promise<string[]> {
  const pictures = [...document.querySelectorAll("main img")];
  const shares = await new Promise<IntersectionObserverEntry[]>((done) => {
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect();
      done(entries);
    });
    for (const picture of pictures) observer.observe(picture);
  });
  const ids = new Set<string>();
  for (const { target, intersectionRatio } of shares) {
    if (intersectionRatio < 0.5) continue;
    // A poster is inside its link; a hero's picture is beside it.
    for (
      let around = target.parentElement;
      around && around.tagName !== "MAIN";
      around = around.parentElement
    ) {
      const link =
        around.closest<HTMLAnchorElement>("a[href^='/video/']") ??
        around.querySelector<HTMLAnchorElement>("a[href^='/video/']");
      if (!link) continue;
      ids.add(link.getAttribute("href")!.split("/")[2]!);
      break;
    }
  }
  return [...ids];
}

/**
 * The size of every tap target, in CSS pixels: the element's box, or the larger area around it that also taps it. Left
 * out: invisible or disabled elements, and links in running text (WCAG 2.2, 2.5.8).
 */
export function measureTargets(): { what: string; width: number; height: number }[] {
  const wanted =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=slider], [role=tab], [role=switch], media-time-range, media-volume-range";
  const all = (root: Document | ShadowRoot): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(wanted)];
  const seen = (element: HTMLElement): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const inText = (element: HTMLElement): boolean =>
    element.tagName === "A" &&
    getComputedStyle(element).display === "inline" &&
    [...(element.parentNode?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== "",
    );
  const hits = (element: HTMLElement, x: number, y: number): boolean => {
    const hit = document.elementFromPoint(x, y);
    if (!hit) return false;
    return (
      element.contains(hit) ||
      (hit instanceof HTMLLabelElement && hit.control === element) ||
      hit.closest("label")?.control === element
    );
  };
  /** How far from the middle a tap still counts, in one direction. */
  const reach = (element: HTMLElement, x: number, y: number, dx: number, dy: number): number => {
    let far = 0;
    while (far < 30 && hits(element, x + dx * (far + 0.5), y + dy * (far + 0.5))) far += 0.5;
    return far;
  };
  const name = (element: HTMLElement): string => {
    const words = element.getAttribute("aria-label") ?? element.innerText ?? "";
    return `<${element.tagName.toLowerCase()}> ${words.trim().replace(/\s+/g, " ").slice(0, 40) || element.className}`;
  };
  return all(document)
    .filter(
      (element) =>
        seen(element) &&
        !element.closest("[inert]") &&
        !(element as HTMLButtonElement).disabled &&
        !inText(element),
    )
    .flatMap((element) => {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) return [];
      let { width, height } = box;
      if (Math.min(width, height) < 44) {
        element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const now = element.getBoundingClientRect();
        const x = now.x + now.width / 2;
        const y = now.y + now.height / 2;
        width = Math.max(width, reach(element, x, y, -1, 0) + reach(element, x, y, 1, 0));
        height = Math.max(height, reach(element, x, y, 0, -1) + reach(element, x, y, 0, 1));
      }
      return [
        { what: name(element), width: Math.round(width * 10) / 10, height: Math.round(height * 10) / 10 },
      ];
    });
}
