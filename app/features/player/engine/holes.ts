import type Hls from "hls.js";
import type { Fragment } from "hls.js";

/** Segments that are left out: all renditions have the same, so that one call covers all of them. */
export function createHoles(hls: Hls, media: HTMLMediaElement) {
  /** Those that are still ahead, in seconds. */
  let holes: { fromS: number; toS: number }[] = [];
  const fragments = () => hls.levels.flatMap(({ details }) => details?.fragments ?? []);
  const holeAt = (placeS: number) => holes.find(({ fromS, toS }) => placeS >= fromS && placeS < toS);
  /** The place itself, or behind the holes it is in. Seconds. */
  const beyond = (placeS: number) => {
    let toS = placeS;
    for (let hole = holeAt(toS); hole; hole = holeAt(toS)) toS = hole.toS + 0.1;
    return toS;
  };
  return {
    beyond,
    /**
     * Marks it as a gap, as if the playlists said so: hls.js continues behind it. Playback waits at its position until
     * the media behind the gap has loaded.
     */
    leaveOut({ sn, start, end }: Fragment) {
      for (const one of fragments().filter((one) => one.sn === sn)) {
        one.gap = true;
        one.tagList.push(["GAP"]);
      }
      holes.push({ fromS: start - 0.25, toS: end });
    },
    /** The segment a decoder failed at that says nothing but its place: the first one from there that is not left out. */
    after(placeS: number): Fragment | undefined {
      return fragments().find(({ end, gap }) => end > placeS + 0.3 && !gap);
    },
    /**
     * Jumps over a gap once the media behind it has loaded. Playback that stands before it does so with any later media:
     * hls.js may have dropped the part that follows the gap, and requests it from there.
     */
    jump() {
      const fromS = media.currentTime;
      const toS = beyond(fromS);
      const stands = media.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
      const { buffered } = media;
      for (let at = 0; at < buffered.length && toS !== fromS; at++)
        if ((stands || buffered.start(at) <= toS) && buffered.end(at) > toS) {
          media.currentTime = toS;
          return;
        }
    },
    /** Missing segments may be available by now. */
    fill() {
      holes = [];
      for (const one of fragments()) {
        if (!one.gap) continue;
        one.gap = false;
        one.tagList = one.tagList.filter(([tag]) => tag !== "GAP");
        // A left-out segment counts as loaded; there is no public way to revert that.
        hls["streamController"]["fragmentTracker"].removeFragment(one);
      }
    },
  };
}
