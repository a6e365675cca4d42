import type { PlaybackStart } from "../../../contract/index.ts";
import { saverHeight } from "./engine/tuning.ts";
import type { PlayerStore } from "./player-store.ts";

/**
 * A track as it was chosen for one movie: another movie may have the same track, or one in its language. `describes`: it
 * was an audio description; `captions`: subtitles for the hard of hearing.
 */
export type Wanted = { id: string; locale: string; describes?: boolean; captions?: boolean };

/** A user's choices for all movies, on this device. */
export type Preferences = {
  /** "auto" or a rendition's name. */
  quality: string;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  /** Kept only while the page is open: the speed is seldom wanted the next day. */
  rate: number;
  /** The subtitles; "off" = none wanted, null = never chosen. */
  subtitles: Wanted | "off" | null;
  subtitleSize: SubtitleSize;
  subtitleGround: SubtitleGround;
  /** The audio; null = never chosen. */
  audio: Wanted | null;
  /** The next episode starts by itself. */
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

/** A check per field: invalid values, for example of another version, are left out field by field. */
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
  const { id, locale, describes = false, captions = false } = (value ?? {}) as Partial<Wanted>;
  return isText(id) && isText(locale) && isFlag(describes) && isFlag(captions);
}

function isFlag(value: unknown): boolean {
  return typeof value === "boolean";
}

function isNumber(value: unknown, from: number, to: number): boolean {
  return typeof value === "number" && value >= from && value <= to;
}

/** @param written JSON of local storage; anything but preferences in it is ignored */
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

/** Preferences kept in a storage, or for this visit only without one. */
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

type Track = Omit<Wanted, "captions"> & { kind?: PlaybackStart["subtitles"][number]["kind"] };

/** @returns the track in a language: an exact match first, then another variety of the language (`zh-hant` for `zh`) */
export function trackFor<T extends Track>(tracks: T[], locale: string): T | undefined {
  const tongue = (code: string) => code.toLowerCase().split("-")[0];
  return (
    tracks.find((track) => track.locale.toLowerCase() === locale.toLowerCase()) ??
    tracks.find((track) => tongue(track.locale) === tongue(locale))
  );
}

/** @returns the track of that name in that language, else one in that language, of the same kind if there is one */
export function wantedTrack<T extends Track>(tracks: T[], wanted: Wanted): T | undefined {
  const { id, locale, describes = false, captions = false } = wanted;
  const alike = tracks.filter(
    (track) => (track.describes ?? false) === describes && (track.kind === "captions") === captions,
  );
  return (
    tracks.find((track) => track.id === id && track.locale === locale) ??
    trackFor(alike, locale) ??
    trackFor(tracks, locale)
  );
}

/** @returns the tracks of these languages first, in their order, and the others as they were */
export function likelyFirst<T extends Track>(tracks: T[], locales: readonly string[]): T[] {
  const likely = locales.flatMap((locale) => tracks.filter((track) => trackFor([track], locale)));
  return [...new Set([...likely, ...tracks])];
}

/** @returns id of the audio to begin with; null = the default */
export function firstAudio({ audio }: PlaybackStart, { audio: wanted }: Preferences): string | null {
  return (wanted && wantedTrack(audio, wanted)?.id) ?? null;
}

/**
 * An earlier choice counts. Without one, subtitles are on if the audio is in none of the user's languages.
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

/** @returns a rendition's smaller side, which gives its name: a video may be upright */
export function heightOf({ width, height }: { width: number; height: number }): number {
  return Math.min(width, height);
}

/** @returns the quality to begin with: the stored choice, if this episode has it and data saver allows it */
export function firstQuality(
  { renditions }: PlaybackStart,
  { quality }: Preferences,
  dataSaver: boolean,
): string {
  const known = renditions.find(({ name }) => name === quality);
  return known && (!dataSaver || heightOf(known) <= saverHeight) ? known.name : "auto";
}

/** Stores the user's requests to a player, until the returned function is called. */
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
  if (!found) return null;
  const { id, locale, describes, kind } = found;
  return { id, locale, ...(describes && { describes }), ...(kind === "captions" && { captions: true }) };
}
