import type { LadderTuning } from "../../ports/media.ts";

/** One rendition to encode. Sizes in pixels (even numbers), rates in kilobits per second. */
export type Rung = {
  readonly name: string;
  /** Lines of the 16:9 frame that the picture fits into: 720 for 1280×534. */
  readonly frame: number;
  readonly width: number;
  readonly height: number;
  readonly crf: number;
  readonly maxKbps: number;
  readonly audioKbps: number;
  readonly profile: "main" | "high";
  /** Chosen for this film: encoded with more effort, which the fixed ladder does not take. */
  readonly tuned?: boolean;
};

const QUALITIES: Record<number, Pick<Rung, "crf" | "maxKbps" | "audioKbps" | "profile">> = {
  240: { crf: 25, maxKbps: 420, audioKbps: 64, profile: "main" },
  360: { crf: 23, maxKbps: 900, audioKbps: 96, profile: "main" },
  480: { crf: 23, maxKbps: 1500, audioKbps: 96, profile: "high" },
  720: { crf: 23, maxKbps: 3000, audioKbps: 128, profile: "high" },
  1080: { crf: 23, maxKbps: 5500, audioKbps: 128, profile: "high" },
};

const RUNG_SIZES: readonly number[] = [240, 360, 480, 720, 1080];
/** Width of a rung's frame for its height; a movie of another shape fits into the frame. */
const FRAME_ASPECT = 16 / 9;
/** A source this little smaller than a rung's frame fills it: 1919×817 is 1080p. */
const FILLS = 0.98;

/** Share of H.264's rate that the same picture takes in AV1 or HEVC: both save more, so none of them looks worse. */
const ADDED_RATE = 0.65;

const even = (value: number): number => Math.max(2, 2 * Math.round(value / 2));
const evenBelow = (value: number): number => Math.max(2, 2 * Math.floor(value / 2));

/** The smallest 16:9 frame, upright for an upright picture, that holds a picture: its short side. */
const frameOf = (width: number, height: number): number =>
  Math.max(Math.min(width, height), Math.max(width, height) / FRAME_ASPECT);

/**
 * The rungs for a picture of this size, lowest first. A rung is named by the short side of the 16:9 frame that its
 * picture fits into, so 1280×534 is the whole of 720p, and an upright movie gets the same ladder as a wide one. No rung
 * is larger than the source; a source smaller than every rung keeps its own size as the only rung.
 */
export const chooseRungs = (
  width: number,
  height: number,
  wanted: readonly number[] = RUNG_SIZES,
): Rung[] => {
  const frame = frameOf(width, height);
  const sizes = RUNG_SIZES.filter((size) => wanted.includes(size) && size * FILLS <= frame);
  const quality = (size: number) => QUALITIES[size] ?? QUALITIES[240]!;
  const own = { width: evenBelow(width), height: evenBelow(height) };
  if (sizes.length === 0)
    return [{ name: `v${evenBelow(frame)}`, frame: evenBelow(frame), ...own, ...quality(240) }];
  return sizes.map((size) => {
    const scale = size / frame;
    const smaller = { width: even(width * scale), height: even(height * scale) };
    return { name: `v${size}`, frame: size, ...(scale < 1 ? smaller : own), ...quality(size) };
  });
};

/** The rungs of a film whose quality was chosen for it; those that were dropped are left out. */
export const tuneRungs = (rungs: readonly Rung[], { rungs: chosen }: LadderTuning): Rung[] =>
  rungs.flatMap((rung) => {
    const found = chosen.find(({ frame }) => frame === rung.frame);
    return found ? [{ ...rung, crf: found.crf, maxKbps: found.maxKbps, tuned: true }] : [];
  });

/** The rungs in a further codec, from a size on: the upper ones, where it saves most. Named for both. */
export const addedRungs = (
  { width, height }: { width: number; height: number },
  { codec, from }: { codec: string; from: number },
): Rung[] =>
  chooseRungs(width, height)
    .filter(({ frame }) => frame >= from)
    .map((rung) => ({
      ...rung,
      name: `${rung.name}_${codec}`,
      maxKbps: Math.round(rung.maxKbps * ADDED_RATE),
    }));
