import type { PlaybackStart } from "../../../contract/index.ts";
import { saverHeight } from "./engine/tuning.ts";
import type { PlayerStore } from "./player-store.ts";

/** A track as it was chosen in one film: another film may have the very same, or one in its language. */
export type Wanted = { id: string; locale: string };

/** What a person chose for all films, on this device. */
export type Preferences = {
  /** "auto" or a rendition's name. */
  quality: string;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  /** For as long as the page stays: nobody wants tomorrow's film at today's speed. */
  rate: number;
  /** The subtitles; "off" = none wanted, null = never asked. */
  subtitles: Wanted | "off" | null;
  subtitleSize: SubtitleSize;
  subtitleGround: SubtitleGround;
  /** The sound; null = never asked. */
  audio: Wanted | null;
  /** The next episode begins by itself. */
  autoplay: boolean;
};

export const subtitleSizes = ["small", "normal", "large", "huge"] as const;
export type SubtitleSize = (typeof subtitleSizes)[number];
export const subtitleGrounds = ["none", "shade", "solid"] as const;
export type SubtitleGround = (typeof subtitleGrounds)[number];

export const firstPreferences: Preferences = {
  quality: "auto",
  volume: 1,
  muted: false,
  rate: 1,
  subtitles: null,
  subtitleSize: "normal",
  subtitleGround: "shade",
  audio: null,
  autoplay: true,
};

/** The local storage entry they are kept in, as JSON. */
export const preferencesKey = "player";

/** Each field's own check: what another version, or a hand, has written is left out field by field. */
const checks: { [Name in keyof Omit<Preferences, "rate">]: (value: unknown) => boolean } = {
  quality: isText,
  volume: (value) => isNumber(value, 0, 1),
  muted: isFlag,
  subtitles: (value) => value === null || value === "off" || isWanted(value),
  subtitleSize: (value) => subtitleSizes.includes(value as SubtitleSize),
  subtitleGround: (value) => subtitleGrounds.includes(value as SubtitleGround),
  audio: (value) => value === null || isWanted(value),
  autoplay: isFlag,
};

function isText(value: unknown): boolean {
  return typeof value === "string" && value.length > 0 && value.length < 40;
}

function isWanted(value: unknown): boolean {
  const { id, locale } = (value ?? {}) as Partial<Wanted>;
  return isText(id) && isText(locale);
}

function isFlag(value: unknown): boolean {
  return typeof value === "boolean";
}

function isNumber(value: unknown, from: number, to: number): boolean {
  return typeof value === "number" && value >= from && value <= to;
}

/** @param written JSON of local storage; anything else than preferences in it is ignored */
export function parsePreferences(written: string | null): Preferences {
  let kept: unknown;
  try {
    kept = JSON.parse(written ?? "{}");
  } catch {
    return firstPreferences;
  }
  const good = Object.entries(checks).filter(
    ([name, check]) =>
      typeof kept === "object" && kept !== null && check((kept as Record<string, unknown>)[name]),
  );
  const values = good.map(([name]) => [name, (kept as Record<string, unknown>)[name]]);
  return { ...firstPreferences, ...(Object.fromEntries(values) as Partial<Preferences>) };
}

export type PreferenceStore = {
  read: () => Preferences;
  change: (values: Partial<Preferences>) => void;
  subscribe: (listener: () => void) => () => void;
};

/** Preferences kept in a storage, or for this visit alone where there is none. */
export function createPreferences(storage: () => Storage): PreferenceStore {
  const listeners = new Set<() => void>();
  let now: Preferences;
  try {
    now = parsePreferences(storage().getItem(preferencesKey));
  } catch {
    now = firstPreferences;
  }
  return {
    read: () => now,
    change(values) {
      now = { ...now, ...values };
      try {
        storage().setItem(preferencesKey, JSON.stringify({ ...now, rate: undefined }));
      } catch {
        // Storage may be forbidden or full: the choice then lasts as long as the page.
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

type Track = { id: string; locale: string };

/** @returns the track in a language: the very one before another of the same tongue (`zh-hant` for `zh`) */
export function trackFor<T extends Track>(tracks: T[], locale: string): T | undefined {
  const tongue = (code: string) => code.toLowerCase().split("-")[0];
  return (
    tracks.find((track) => track.locale.toLowerCase() === locale.toLowerCase()) ??
    tracks.find((track) => tongue(track.locale) === tongue(locale))
  );
}

/** @returns the track of that name in that language, else one in that language */
export function wantedTrack<T extends Track>(tracks: T[], { id, locale }: Wanted): T | undefined {
  return tracks.find((track) => track.id === id && track.locale === locale) ?? trackFor(tracks, locale);
}

/** @returns id of the sound to begin with; null = the film's own */
export function firstAudio({ audio }: PlaybackStart, { audio: wanted }: Preferences): string | null {
  return (wanted && wantedTrack(audio, wanted)?.id) ?? null;
}

/**
 * What was chosen before counts. Whoever never chose gets subtitles where the film speaks no language of theirs.
 * @returns id of the subtitles to begin with; null = none
 */
export function firstSubtitles(
  { audio, subtitles }: PlaybackStart,
  { subtitles: wanted }: Preferences,
  locale: string,
): string | null {
  if (wanted === "off") return null;
  if (wanted !== null) return wantedTrack(subtitles, wanted)?.id ?? null;
  const spoken = audio.length === 0 || trackFor(audio, locale) !== undefined;
  return spoken ? null : (trackFor(subtitles, locale)?.id ?? null);
}

/** @returns a rendition's smaller side, by which it is called: a film may be upright */
export function heightOf({ width, height }: { width: number; height: number }): number {
  return Math.min(width, height);
}

/** @returns the quality to begin with: the one chosen before, where this film has it and data saver allows it */
export function firstQuality(
  { renditions }: PlaybackStart,
  { quality }: Preferences,
  dataSaver: boolean,
): string {
  const known = renditions.find(({ name }) => name === quality);
  return known && (!dataSaver || heightOf(known) <= saverHeight) ? known.name : "auto";
}

/** Keeps what people ask of a player, until the returned function is called. */
export function rememberRequests(
  store: PlayerStore,
  preferences: PreferenceStore,
  { audio, subtitles }: PlaybackStart,
): () => void {
  return store.onRequest((type, detail) => {
    if (type === "quality") preferences.change({ quality: String(detail) });
    if (type === "rate") preferences.change({ rate: Number(detail) });
    if (type === "volume") preferences.change({ volume: Number(detail), muted: detail === 0 });
    if (type === "mute") preferences.change({ muted: detail === true });
    if (type === "audio") preferences.change({ audio: chosenOf(audio, detail) });
    if (type === "subtitles") preferences.change({ subtitles: chosenOf(subtitles, detail) ?? "off" });
  });
}

function chosenOf(tracks: Track[], wanted: unknown): Wanted | null {
  const found = tracks.find(({ id }) => id === wanted);
  return found ? { id: found.id, locale: found.locale } : null;
}
