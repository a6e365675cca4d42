import type { PlaybackStart } from "../../../contract/index.ts";

export type Sound = PlaybackStart["audio"][number];

/** The sound of an id, else the one that is played where the viewer has not chosen; none of a silent video. */
export function soundOf({ audio }: Pick<PlaybackStart, "audio">, id: string | null): Sound | undefined {
  return audio.find((sound) => sound.id === id) ?? audio.find(({ isDefault }) => isDefault);
}
