import type { DemoEpisode, DemoMovie } from "./demo-movie.ts";
import type { SceneSpec } from "./scenes/spec.ts";

/** The scene of an episode: its movie's, in a place of its own. */
export function sceneOf(title: DemoMovie, episode: DemoEpisode): SceneSpec {
  return { ...title.scene, seed: title.scene.seed + (episode.index - 1) * 1009, ...episode.scene };
}

/** In the names of an episode's pictures; see `EpisodeStills`. */
export function stillIdOf({ index }: Pick<DemoEpisode, "index">): string {
  return `ep${index}`;
}
