import type { Episode, Movie, MovieCard, PlaybackStart, Season } from "../../../contract/index.ts";
import type { AccessLevel } from "../../../contract/models.ts";
import type { Casting } from "./cast/casting.ts";
import type { PlayerStore } from "./player-store.ts";
import type { PreferenceStore } from "./preferences.ts";
import type { Shared } from "./share-card.tsx";
import type { SleepTimer } from "./sleep-timer.ts";

/** A series around the episode being played. */
export type Series = {
  /** The seasons of these episodes; empty where a server without seasons has answered. */
  seasons: Season[];
  episodes: Episode[];
  /** Index of the episode being played. */
  current: number;
  /** Share of each episode that was watched, 0 to 1, by its index. */
  shares: Record<number, number>;
  /** Address of the movie: an episode's is below it, by its index. */
  base: `/${string}`;
  /** The level needed for the whole movie; an episode's may differ. */
  access: AccessLevel;
  /** The level the user has. */
  reached: AccessLevel;
};

/** What the player's controls need to know. */
export type NowPlaying = {
  store: PlayerStore;
  preferences: PreferenceStore;
  sleep: SleepTimer;
  /** Null where it can't be cast. */
  casting: Casting | null;
  playback: PlaybackStart;
  /** Name of the movie, and of the episode if it has one. */
  title: string;
  episodeTitle: string | null;
  series: Series | null;
  /** Offered at the end, where no episode follows. */
  afterwards: MovieCard | null;
  dataSaver: boolean;
  media: HTMLVideoElement;
  /** The video with its controls: the element shown in fullscreen. */
  box: HTMLElement;
  /** Goes to another episode. */
  goTo: (index: number) => unknown;
  /** Address of the page. */
  here: string;
  shared: Shared;
  /** The user has an account. */
  member: boolean;
  /** The level that the episode needs. */
  access: AccessLevel;
  /** After a failure, from the position of the failure. */
  retry: () => void;
  /** Asks whether the user may watch the whole episode by now; changes nothing. */
  isWhole: () => Promise<boolean>;
};

/**
 * Seasons go on into each other, the specials only into specials.
 * @returns index of the episode this many steps away, if it exists and can be watched
 */
export function neighbour(series: Series | null, step: 1 | -1): number | null {
  return series && episodeBeside(series.episodes, series.current, step);
}

/** The same among a movie's episodes. */
export function episodeBeside(episodes: readonly Episode[], from: number, step: 1 | -1): number | null {
  const isSpecial = episodes.find(({ index }) => index === from)?.season === 0;
  const alike = episodes.filter(({ season }) => (season === 0) === isSpecial);
  const at = alike.findIndex(({ index }) => index === from);
  const found = at < 0 ? undefined : alike[at + step];
  return found?.ready ? found.index : null;
}

/** @returns the episode a URL names: 1 without one, null for anything that is no episode number. */
export function episodeOf(written: string | undefined): number | null {
  if (written === undefined) return 1;
  return /^[1-9]\d{0,3}$/.test(written) ? Number(written) : null;
}

/** Stands for the first episode of an announced movie, which may have none yet. */
export function notMade({ access }: Pick<Movie, "access">): Episode {
  return { index: 1, title: "", description: "", durationS: null, ready: false, access, still: null };
}
