import { ChevronsLeft, ChevronsRight } from "lucide-react";
import { useEffect, useRef, useState, type Dispatch, type PointerEvent, type SetStateAction } from "react";
import type { NowPlaying } from "../now-playing.ts";
import type { PlayerStore } from "../player-store.ts";
import { darkest } from "../store/requests.ts";
import { usePlayerState } from "../use-store.ts";
import "./gestures.css";
import { createGestures, type Finger, type GestureActions, type Gestures } from "./gestures.ts";
import { holdToHurry, type Hold } from "./hold.ts";
import type { Shown } from "./idle.ts";

const stepS = 10;
/** Milliseconds after the last tap until a ripple has faded. */
const rippleMs = 650;

type Ripple = { side: "left" | "right"; seconds: number; x: number; y: number; count: number };

/** What touches do with the player. */
function touchActions(
  store: PlayerStore,
  shown: Shown,
  setRipple: Dispatch<SetStateAction<Ripple | null>>,
): { actions: GestureActions; stop: () => void } {
  let wasHidden = false;
  let clear: ReturnType<typeof setTimeout> | undefined;
  const actions: GestureActions = {
    tap(again) {
      if (again) wasHidden = shown.hidden();
      // Showing can happen at once: a second tap reverts nothing. Hiding has to wait for it.
      if (again && wasHidden) shown.wake();
      if (!again && !wasHidden) shown.hide(true);
    },
    doubleTap(side, { x, y }) {
      if (store.state().locked) return;
      store.request("seekBy", side === "left" ? -stepS : stepS);
      shown.hide(true);
      setRipple((last) => {
        const goesOn = last?.side === side;
        const count = goesOn ? last.count + 1 : 1;
        return { side, x, y, count, seconds: count * stepS };
      });
      clearTimeout(clear);
      clear = setTimeout(() => setRipple(null), rippleMs);
    },
    beginDrag(side) {
      const { locked: still, volume, muted, brightness, can } = store.state();
      if (still) return null;
      if (side === "left") return (brightness - darkest) / (1 - darkest);
      return can.volume ? (muted ? 0 : volume) : null;
    },
    drag(side, value) {
      if (side === "left") store.request("brightness", darkest + value * (1 - darkest));
      else store.request("volume", Math.round(value * 100) / 100);
    },
    endDrag: () => undefined,
  };
  return { actions, stop: () => clearTimeout(clear) };
}

const timers = {
  now: () => performance.now(),
  later(ms: number, then: () => void) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * The picture as a touch surface: one tap shows or hides the controls, two on a side seek back or forward, and a drag
 * up or down changes brightness on the left and volume on the right. A mouse plays and pauses by a click. As long as
 * either is held, the video plays at double speed.
 */
export function GestureLayer({ nowPlaying, shown }: { nowPlaying: NowPlaying; shown: Shown }) {
  const { store, box } = nowPlaying;
  const canVolume = usePlayerState(store, (s) => s.can.volume);
  const locked = usePlayerState(store, (s) => s.locked);
  const [ripple, setRipple] = useState<Ripple | null>(null);
  const layer = useRef<HTMLDivElement>(null);
  const gestures = useRef<Gestures>();
  const mouse = useRef<{ hold: Hold; held: boolean }>();

  useEffect(() => {
    const { actions, stop } = touchActions(store, shown, setRipple);
    const hide = () => shown.hide();
    const hold = holdToHurry(store, hide);
    const made = createGestures(actions, { ...timers, hold });
    const own = { hold: holdToHurry(store, hide), held: false };
    gestures.current = made;
    mouse.current = own;
    // The page would scroll under a held finger, and the browser take it away.
    const keep = (event: TouchEvent) => hold.held() && event.cancelable && event.preventDefault();
    const surface = layer.current!;
    surface.addEventListener("touchmove", keep, { passive: false });
    return () => {
      made.stop();
      own.hold.release();
      stop();
      surface.removeEventListener("touchmove", keep);
    };
  }, [store, shown]);

  const finger = (event: PointerEvent): Finger => {
    const { left, top, width, height } = box.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top, width, height };
  };
  const pointer = useRef("");
  const byTouch = (event: PointerEvent) => event.pointerType !== "mouse" && event.isPrimary;
  const releaseMouse = () => {
    if (mouse.current) mouse.current.held = mouse.current.hold.release();
  };
  return (
    <div
      ref={layer}
      className="gestures"
      aria-hidden="true"
      data-volume={canVolume || undefined}
      onPointerDown={(event) => {
        pointer.current = event.pointerType;
        if (event.pointerType === "mouse" && event.button === 0) mouse.current?.hold.press();
        if (!byTouch(event)) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        gestures.current?.down(finger(event));
      }}
      onPointerMove={(event) => byTouch(event) && gestures.current?.move(finger(event))}
      onPointerUp={(event) => (byTouch(event) ? gestures.current?.up(finger(event)) : releaseMouse())}
      onPointerLeave={(event) => byTouch(event) || releaseMouse()}
      // A long press asks for the browser's menu.
      onContextMenu={(event) => pointer.current !== "mouse" && event.preventDefault()}
      onPointerCancel={(event) => byTouch(event) && gestures.current?.cancel()}
      // The click after a tap would hit the button that the tap has just shown.
      onTouchEnd={(event) => event.cancelable && event.preventDefault()}
      onClick={() =>
        pointer.current === "mouse" && !locked && !mouse.current?.held && store.request("toggle")
      }
      onDoubleClick={() =>
        pointer.current === "mouse" && store.request("fullscreen", !store.state().fullscreen)
      }
    >
      <span className="gesture-zone gesture-left" />
      <span className="gesture-zone gesture-right" />
      {ripple ? <Rippling key={ripple.side} ripple={ripple} box={box} /> : null}
    </div>
  );
}

/** Where it was tapped, and how far that leads. */
function Rippling({ ripple, box }: { ripple: Ripple; box: HTMLElement }) {
  const { side, count, seconds } = ripple;
  return (
    <span className={`ripple ripple-${side}`}>
      <span key={count} className="ripple-wave" style={waveAt(ripple, box)} />
      <span className="ripple-words">
        {side === "left" ? (
          <ChevronsLeft className="size-7" strokeWidth={2.25} />
        ) : (
          <ChevronsRight className="size-7" strokeWidth={2.25} />
        )}
        <span className="ripple-number">{`${side === "left" ? "−" : "+"}${seconds}`}</span>
      </span>
    </span>
  );
}

function waveAt({ side, x, y }: Ripple, box: HTMLElement) {
  const { width } = box.getBoundingClientRect();
  return { left: side === "left" ? x : x - width * 0.58, top: y };
}
