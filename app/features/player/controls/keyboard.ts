import { fastest, slowest } from "../store/requests.ts";
import { holdToHurry } from "./hold.ts";
import type { PlayerStore } from "../player-store.ts";

/** Actions of keys beyond the store: the display around the video. */
export type KeyActions = {
  episode: (step: 1 | -1) => void;
  subtitles: () => void;
  help: () => void;
};

/** Steps of speed, in one order for keys and menus. */
export const rates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** One frame at 25 frames a second: the element doesn't report the real rate. */
const frameS = 1 / 25;
const volumeStep = 0.05;

type Key = { keys: string[]; does: (store: PlayerStore, actions: KeyActions, key: string) => void };

/** @returns the next speed up or down, at most the last */
export function nextRate(rate: number, step: 1 | -1): number {
  const further = step > 0 ? rates.find((one) => one > rate) : rates.findLast((one) => one < rate);
  return further ?? (step > 0 ? fastest : slowest);
}

const frame = (store: PlayerStore, step: 1 | -1) => {
  // Frame steps pause playback.
  if (store.state().phase === "playing") store.request("pause");
  store.request("seekBy", step * frameS);
};

/** The actions of the keys. The help sheet shows the same table. */
export const keyMap = {
  play: { keys: [" ", "k"], does: (store) => store.request("toggle") },
  back10: { keys: ["j"], does: (store) => store.request("seekBy", -10) },
  forward10: { keys: ["l"], does: (store) => store.request("seekBy", 10) },
  back5: { keys: ["ArrowLeft"], does: (store) => store.request("seekBy", -5) },
  forward5: { keys: ["ArrowRight"], does: (store) => store.request("seekBy", 5) },
  louder: { keys: ["ArrowUp"], does: (store) => louder(store, volumeStep) },
  quieter: { keys: ["ArrowDown"], does: (store) => louder(store, -volumeStep) },
  mute: { keys: ["m"], does: (store) => store.request("mute", !silent(store)) },
  fullscreen: { keys: ["f"], does: (store) => store.request("fullscreen", !store.state().fullscreen) },
  subtitles: { keys: ["c"], does: (_store, { subtitles }) => subtitles() },
  pip: { keys: ["i"], does: (store) => store.request("pip", !store.state().pip) },
  share: {
    keys: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
    does: (store, _actions, key) => store.request("seek", (store.state().durationS * Number(key)) / 10),
  },
  slower: { keys: ["<"], does: (store) => store.request("rate", nextRate(store.state().rate, -1)) },
  faster: { keys: [">"], does: (store) => store.request("rate", nextRate(store.state().rate, 1)) },
  frameBack: { keys: [","], does: (store) => frame(store, -1) },
  frameForward: { keys: ["."], does: (store) => frame(store, 1) },
  nextEpisode: { keys: ["n"], does: (_store, { episode }) => episode(1) },
  previousEpisode: { keys: ["p"], does: (_store, { episode }) => episode(-1) },
  help: { keys: ["?"], does: (_store, { help }) => help() },
} satisfies Record<string, Key>;

export type KeyName = keyof typeof keyMap;

function silent(store: PlayerStore): boolean {
  const { muted, volume } = store.state();
  return muted || volume === 0;
}

function louder(store: PlayerStore, by: number): void {
  // In whole steps, or rounding errors add up.
  const volume = Math.round((store.state().volume + by) * 100) / 100;
  store.request("volume", Math.min(1, Math.max(0, volume)));
}

/** Keys of keyboards and remote controls that mean the same as one of the table. */
const mediaKeys: Record<string, string> = {
  MediaPlayPause: "k",
  MediaRewind: "j",
  MediaFastForward: "l",
  MediaTrackNext: "n",
  MediaTrackPrevious: "p",
};

/** Those that mean one of two states. */
const stateKeys: Record<string, Key> = {
  MediaPlay: { keys: [], does: (store) => store.request("play") },
  MediaPause: { keys: [], does: (store) => store.request("pause") },
  MediaStop: { keys: [], does: (store) => store.request("pause") },
};

/** @returns the action of a key in any layout or case; undefined = none */
export function keyOf(key: string): Key | undefined {
  const wanted = mediaKeys[key] ?? (key.length === 1 ? key.toLowerCase() : key);
  if (Object.hasOwn(stateKeys, key)) return stateKeys[key];
  return Object.values(keyMap).find(({ keys }: Key) => keys.includes(wanted));
}

/** Elements of the page that take keys for themselves. */
const typing = "input:not([type=range]), textarea, select, [contenteditable], dialog[open]";

/**
 * The player's keys, anywhere on its page except in text fields and sheets.
 * @returns a function that stops it
 */
export function listenToKeys(target: Window | Document, store: PlayerStore, actions: KeyActions): () => void {
  const space = holdToHurry(store);
  let pressed = false;
  const press = (event: Event) => {
    const { key, ctrlKey, altKey, metaKey, repeat, defaultPrevented } = event as KeyboardEvent;
    const at = event.target instanceof Element ? event.target : null;
    // A sheet that was just closed keeps the focus until the next frame, and would swallow the player's keys.
    const on = at?.closest("dialog:not([open])") ? null : at;
    if (defaultPrevented || ctrlKey || altKey || metaKey || on?.closest(typing)) return;
    // A focused button or link keeps its own key, and a focused range its own.
    if (key === " " && on?.closest("button, a, summary, [role=button]")) return;
    if (key.startsWith("Arrow") && on?.closest("input[type=range]")) return;
    // Arrows up and down scroll the page; they control the player only while it has the focus.
    if ((key === "ArrowUp" || key === "ArrowDown") && !inPlayer(on, store)) return;
    const meant = keyOf(key);
    if (!meant) return;
    event.preventDefault();
    if (key !== " ") return meant.does(store, actions, key);
    if (repeat) return;
    // Whether it pauses or is held shows when it is let go.
    if (store.state().phase !== "playing") return meant.does(store, actions, key);
    pressed = true;
    space.press();
  };
  const letGo = (event: Event) => {
    if (event.type === "keyup" && (event as KeyboardEvent).key !== " ") return;
    const wasHeld = space.release();
    if (pressed && !wasHeld && event.type === "keyup") store.request("toggle");
    pressed = false;
  };
  target.addEventListener("keydown", press);
  target.addEventListener("keyup", letGo);
  // The key is let go elsewhere.
  target.addEventListener("blur", letGo);
  return () => {
    space.release();
    target.removeEventListener("keydown", press);
    target.removeEventListener("keyup", letGo);
    target.removeEventListener("blur", letGo);
  };
}

function inPlayer(element: Element | null, store: PlayerStore): boolean {
  return store.state().fullscreen || element?.closest(".player") !== null;
}
