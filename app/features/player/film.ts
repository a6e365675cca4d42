import type { Episode, PlaybackStart } from "../../../contract/index.ts";
import type { AccessLevel } from "../../../contract/models.ts";
import type { PlayerStore } from "./player-store.ts";
import type { PreferenceStore } from "./preferences.ts";

/** A series around the episode on the stage. */
export type Series = {
  episodes: Episode[];
  /** Index of the episode on the stage. */
  current: number;
  /** How far each was watched, 0 to 1, by its index. */
  shares: Record<number, number>;
  /** Address of the title: an episode's is below it, by its index. */
  base: string;
  /** What it takes to watch the title whole; an episode may differ. */
  access: AccessLevel;
  /** What who watches has reached. */
  reached: AccessLevel;
};

/** What the controls of a film need to know. */
export type Film = {
  store: PlayerStore;
  preferences: PreferenceStore;
  playback: PlaybackStart;
  /** Name of the title, and of the episode where it has some. */
  title: string;
  episodeTitle: string | null;
  series: Series | null;
  dataSaver: boolean;
  media: HTMLVideoElement;
  /** The film with its controls: what is shown in fullscreen. */
  box: HTMLElement;
  /** Goes to another episode. */
  goTo: (index: number) => unknown;
  /** Address of the film. */
  here: string;
  /** Who watches has an account. */
  member: boolean;
  /** After a failure, from where it happened. */
  retry: () => void;
  /** Asks whether all of the film may be watched by now; nothing is changed by it. */
  isWhole: () => Promise<boolean>;
};

/** @returns index of the episode so many steps away, if there is one that can be watched */
export function neighbour(series: Series | null, step: 1 | -1): number | null {
  if (!series) return null;
  const found = series.episodes.find(({ index, ready }) => ready && index === series.current + step);
  return found?.index ?? null;
}

/** @returns the episode a URL names: 1 without one, null for anything that is no episode number. */
export function episodeOf(written: string | undefined): number | null {
  if (written === undefined) return 1;
  return /^[1-9]\d{0,3}$/.test(written) ? Number(written) : null;
}
