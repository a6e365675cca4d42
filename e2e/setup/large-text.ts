import type { Page } from "@playwright/test";

/** The browser's text at twice its size: everything that is measured in it grows. */
export async function doubleText(page: Page): Promise<void> {
  await page.addStyleTag({ content: "html { font-size: 200% !important; }" });
}

/**
 * What a page with large text cuts off: elements that reach beyond the screen, and texts beyond the box that hides what
 * overflows it. Rows that scroll may be wider, and what is left of a text after its last line may be shortened by
 * `line-clamp`: it is whole on another page.
 * @returns a line each
 */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate((width) => {
    const found = new Set<string>();
    const nameOf = (one: Element) =>
      `${one.tagName.toLowerCase()}.${one.getAttribute("class") ?? ""}`.slice(0, 90);
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > width) found.add(`the page is ${scrollWidth} wide`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const parent = text.parentElement!;
      if (!text.data.trim() || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue;
      if (parent.closest('script, style, noscript, .sr-only, .captions, a[href="#content"]')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const rect of range.getClientRects()) {
        if (rect.width < 2 || rect.height < 2) continue;
        const cut = cutting(parent, rect);
        if (cut) found.add(`“${text.data.trim().slice(0, 40)}” in ${nameOf(parent)} is cut by ${cut}`);
      }
    }
    return [...found];

    function cutting(start: Element, rect: DOMRect): string | null {
      for (let box: Element | null = start; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.webkitLineClamp !== "none") return null;
        if (style.position === "fixed" && box !== start) return null;
        const edge = box.getBoundingClientRect();
        const sideways = style.overflowX;
        const down = style.overflowY;
        if (
          /auto|scroll/.test(sideways) &&
          !box.matches("html, body, .frame, .page, main, dialog, .player *")
        )
          return null;
        const wide = rect.left < edge.left - 2 || rect.right > edge.right + 2;
        const high = rect.top < edge.top - 4 || rect.bottom > edge.bottom + 4;
        if (box !== document.body && box !== document.documentElement) {
          if (/hidden|clip/.test(sideways) && wide) return nameOf(box);
          if (/hidden|clip/.test(down) && high) return nameOf(box);
        }
      }
      return rect.left < -1 || rect.right > width + 1 ? "the screen" : null;
    }
  }, page.viewportSize()!.width);
}

/** @returns pairs of the player's buttons that lie on each other, or a button that lies outside the picture */
export function collisions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const player = document.querySelector(".player")!.getBoundingClientRect();
    const shown = [...document.querySelectorAll(".stage :is(button, a)")].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    );
    const boxes = shown.map((one) => ({
      name: one.getAttribute("aria-label") ?? one.textContent,
      rect: one.getBoundingClientRect(),
    }));
    const outside = boxes.filter(
      ({ rect }) =>
        rect.left < player.left - 1 ||
        rect.right > player.right + 1 ||
        rect.top < player.top - 1 ||
        rect.bottom > player.bottom + 1,
    );
    const pairs = boxes.flatMap((one, place) =>
      boxes.slice(place + 1).flatMap((other) => {
        const across = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
        const down = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
        return across > 2 && down > 2 ? [`${one.name} lies on ${other.name}`] : [];
      }),
    );
    return [...outside.map(({ name }) => `${name} is outside the player`), ...pairs];
  });
}
