import type Hls from "hls.js";
import type { Fragment } from "hls.js";

/** Segments that are left out: all rungs have the same, so that it is said of one to all of them. */
export function createHoles(hls: Hls, media: HTMLMediaElement) {
  /** Those that are not behind us yet, in seconds. */
  let holes: { fromS: number; toS: number }[] = [];
  const fragments = () => hls.levels.flatMap(({ details }) => details?.fragments ?? []);
  const holeAt = (placeS: number) => holes.find(({ fromS, toS }) => placeS >= fromS && placeS < toS);
  return {
    /** As if their playlists said that there is none, hls.js goes on behind it. */
    leaveOut(sn: number) {
      for (const one of fragments().filter((one) => one.sn === sn)) {
        one.gap = true;
        one.tagList.push(["GAP"]);
      }
    },
    /** The film is to stay at its place until there is something behind what was left out. */
    remember({ start, end }: Fragment) {
      holes.push({ fromS: start - 0.1, toS: end });
    },
    /** Over what was left out, where what is behind it has come. */
    jump() {
      const fromS = media.currentTime;
      let toS = fromS;
      for (let hole = holeAt(toS); hole; hole = holeAt(toS)) toS = hole.toS + 0.1;
      const { buffered } = media;
      for (let at = 0; at < buffered.length && toS !== fromS; at++)
        if (buffered.start(at) <= toS && buffered.end(at) > toS) media.currentTime = toS;
    },
    /** What was missing may be there by now. */
    fill() {
      holes = [];
      for (const one of fragments()) {
        if (!one.gap) continue;
        one.gap = false;
        one.tagList = one.tagList.filter(([tag]) => tag !== "GAP");
        // What was left out counts as loaded; there is no public way to take that back.
        hls["streamController"]["fragmentTracker"].removeFragment(one);
      }
    },
  };
}
