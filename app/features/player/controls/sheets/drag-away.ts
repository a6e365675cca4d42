/** Pixels a finger moves before a sheet follows it. */
const slackPx = 8;
/** A sheet dragged over this share of its size, or faster than this many pixels a millisecond, leaves. */
const farShare = 0.3;
const fastPxMs = 0.5;
const leaveMs = 160;

/** Whether a sheet leaves downwards or sideways, as its style sheet says (`--leaves`). */
type Way = "down" | "right" | "left";

type Drag = { x: number; y: number; at: number; way: Way; follows: boolean; px: number };

const ways: Record<Way, { of: (dx: number, dy: number) => number; shift: (px: number) => string }> = {
  down: { of: (_dx, dy) => dy, shift: (px) => `translateY(${px}px)` },
  right: { of: (dx) => dx, shift: (px) => `translateX(${px}px)` },
  left: { of: (dx) => -dx, shift: (px) => `translateX(${-px}px)` },
};

/**
 * Lets a finger drag a sheet to the side that it came from, which closes it. A list within scrolls first.
 * @returns a function that stops it
 */
export function dragAway(sheet: HTMLDialogElement, close: () => void): () => void {
  const leave = new AbortController();
  const { signal } = leave;
  let drag: Drag | null = null;

  const begin = (event: TouchEvent) => {
    const target = event.target as Element;
    drag = null;
    // A slider moves by itself.
    if (event.touches.length !== 1 || target.closest("input[type=range]")) return;
    const { clientX: x, clientY: y } = event.touches[0]!;
    const way = (getComputedStyle(sheet).getPropertyValue("--leaves").trim() || "down") as Way;
    const list = target.closest(".sheet-body");
    if (way === "down" && list && list.scrollTop > 0) return;
    drag = { x, y, at: event.timeStamp, way, follows: false, px: 0 };
  };
  const move = (event: TouchEvent) => {
    if (!drag) return;
    const { clientX, clientY } = event.touches[0]!;
    const [dx, dy] = [clientX - drag.x, clientY - drag.y];
    const { of, shift } = ways[drag.way];
    const along = of(dx, dy);
    if (!drag.follows) {
      if (Math.hypot(dx, dy) < slackPx) return;
      const across = drag.way === "down" ? dx : dy;
      if (along <= Math.abs(across) || !event.cancelable) return void (drag = null);
      drag.follows = true;
    }
    event.preventDefault();
    drag.px = Math.max(0, along);
    sheet.style.transition = "none";
    sheet.style.transform = shift(drag.px);
  };
  const end = (event: TouchEvent) => {
    const last = drag;
    drag = null;
    if (!last?.follows) return;
    const { px, way } = last;
    const size = way === "down" ? sheet.offsetHeight : sheet.offsetWidth;
    const fast = px / Math.max(1, event.timeStamp - last.at) > fastPxMs;
    if (event.type === "touchend" && (px > size * farShare || (fast && px > slackPx * 3)))
      return void slide(sheet, ways[way].shift(size), close);
    sheet.style.transition = `transform ${leaveMs}ms`;
    sheet.style.transform = "";
  };
  sheet.addEventListener("touchstart", begin, { signal, passive: true });
  sheet.addEventListener("touchmove", move, { signal, passive: false });
  sheet.addEventListener("touchend", end, { signal });
  sheet.addEventListener("touchcancel", end, { signal });
  return () => leave.abort();
}

/** Slides a sheet out, at once for those who want no motion, and then closes it. */
function slide(sheet: HTMLElement, transform: string, close: () => void): void {
  const duration = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : leaveMs;
  const motion = sheet.animate({ transform }, { duration, fill: "forwards" });
  motion.finished.then(close, close);
}
