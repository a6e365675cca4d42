import { describe, expect, it } from "vitest";
import { createPlayerStore } from "../player-store.ts";
import { keepAwake } from "./wake-lock.ts";

/** A fake browser with wake locks, and a page that is visible or hidden. */
function device({ refuses = false } = {}) {
  const events: string[] = [];
  const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const lock = () => ({
    released: false,
    async release() {
      this.released = true;
      events.push("released");
    },
  });
  let held: ReturnType<typeof lock> | null = null;
  const request = async () => {
    if (refuses) throw new DOMException("battery", "NotAllowedError");
    events.push("taken");
    return (held = lock());
  };
  const navigator = { wakeLock: { request } };
  const store = createPlayerStore(0, 100);
  const stop = keepAwake(store, document as never, navigator as never);
  const hide = (hidden: boolean) => {
    document.visibilityState = hidden ? "hidden" : "visible";
    // The browser itself releases a lock when its page is hidden.
    if (hidden && held) held.released = true;
    document.dispatchEvent(new Event("visibilitychange"));
  };
  return { events, store, stop, hide };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("the screen", () => {
  it("stays awake while the film plays, and may sleep when it pauses", async () => {
    const { events, store } = device();
    store.tell({ type: "play" });
    await settled();
    store.tell({ type: "pause", positionS: 3 });
    await settled();
    expect(events).toEqual(["taken", "released"]);
  });

  it("is kept awake again when the page is back", async () => {
    const { events, store, hide } = device();
    store.tell({ type: "play" });
    await settled();
    hide(true);
    hide(false);
    await settled();
    expect(events).toEqual(["taken", "released", "taken"]);
  });

  it("may sleep when the film paused while the lock was on its way, and when the player is gone", async () => {
    const { events, store, stop } = device();
    store.tell({ type: "play" });
    store.tell({ type: "pause", positionS: 0 });
    await settled();
    expect(events).toEqual(["taken", "released"]);
    store.tell({ type: "play" });
    await settled();
    stop();
    expect(events).toEqual(["taken", "released", "taken", "released"]);
  });

  it("does nothing where it is refused or there is no such thing", async () => {
    const { events, store } = device({ refuses: true });
    store.tell({ type: "play" });
    await settled();
    expect(events).toEqual([]);
    const bare = createPlayerStore(0);
    expect(keepAwake(bare, new EventTarget() as never, {} as never)).toEqual(expect.any(Function));
  });
});
