/** One rendition to encode. Sizes in pixels (even numbers), rates in kilobits per second. */
export type Rung = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly crf: number;
  readonly maxKbps: number;
  readonly audioKbps: number;
  readonly profile: "main" | "high";
};

const QUALITIES: Record<number, Pick<Rung, "crf" | "maxKbps" | "audioKbps" | "profile">> = {
  240: { crf: 25, maxKbps: 420, audioKbps: 64, profile: "main" },
  360: { crf: 23, maxKbps: 900, audioKbps: 96, profile: "main" },
  480: { crf: 23, maxKbps: 1500, audioKbps: 96, profile: "high" },
  720: { crf: 23, maxKbps: 3000, audioKbps: 128, profile: "high" },
  1080: { crf: 23, maxKbps: 5500, audioKbps: 128, profile: "high" },
};

const RUNG_SIZES: readonly number[] = [240, 360, 480, 720, 1080];

const even = (value: number): number => Math.max(2, 2 * Math.round(value / 2));

/**
 * The rungs for a picture of this size, lowest first. A rung's number is its short side, so an upright movie gets the
 * same ladder as a wide one. A source smaller than every rung keeps its own size as the only rung.
 */
export const chooseRungs = (
  width: number,
  height: number,
  wanted: readonly number[] = RUNG_SIZES,
): Rung[] => {
  const short = Math.min(width, height);
  const sizes = RUNG_SIZES.filter((size) => wanted.includes(size) && size <= short);
  const quality = (size: number) => QUALITIES[size] ?? QUALITIES[240]!;
  if (sizes.length === 0) {
    return [{ name: `v${even(short)}`, width: even(width), height: even(height), ...quality(240) }];
  }
  return sizes.map((size) => ({
    name: `v${size}`,
    width: even((width * size) / short),
    height: even((height * size) / short),
    ...quality(size),
  }));
};
