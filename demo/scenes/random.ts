/** A seeded source of numbers: the same seed always draws the same picture. */
export type Random = {
  /** A number in [low, high). */
  readonly range: (low: number, high: number) => number;
  /** A whole number in [low, high]. */
  readonly whole: (low: number, high: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(items: readonly [T, ...T[]]) => T;
};

/** Creates a generator (mulberry32). `salt` separates streams of one seed, so adding a part never moves another. */
export const createRandom = (seed: number, salt = ""): Random => {
  let state = seed >>> 0;
  for (const char of salt) state = Math.imul(state ^ char.charCodeAt(0), 0x01000193) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    range: (low, high) => low + (high - low) * next(),
    whole: (low, high) => Math.floor(low + (high - low + 1) * next()),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
};

/**
 * A smooth random curve, periodic over `period`, of about -1 to 1. `first` is the number of swings in a period; each
 * octave (nearly) doubles it and has its weight reduced by `roughness`.
 */
export const periodicCurve = (
  random: Random,
  period: number,
  first: number,
  octaves: number,
  roughness: number,
): ((x: number) => number) => {
  const waves: { k: number; phase: number; weight: number }[] = [];
  let total = 0;
  for (let octave = 0; octave < octaves; octave += 1) {
    for (const step of [0, 1]) {
      const k = Math.max(1, Math.round(first * 2 ** octave * (step ? 1.4 : 1)));
      const weight = roughness ** octave * (step ? 0.7 : 1);
      waves.push({ k, phase: random.range(0, Math.PI * 2), weight });
      total += weight;
    }
  }
  const norm = 1.5 / total;
  return (x) => {
    let sum = 0;
    for (const wave of waves) sum += wave.weight * Math.sin((2 * Math.PI * wave.k * x) / period + wave.phase);
    return Math.max(-1, Math.min(1, sum * norm));
  };
};

/**
 * A jagged curve by midpoint displacement, periodic over `period`, of 0 to 1: mountains rather than hills. `knots`
 * summits and saddles are placed first, then halved `levels` times.
 */
export const jaggedCurve = (
  random: Random,
  period: number,
  knots: number,
  levels: number,
): ((x: number) => number) => {
  let values = Array.from({ length: knots * 2 }, (_, i) =>
    i % 2 === 0 ? random.range(0.55, 1) : random.range(0.05, 0.4),
  );
  let swing = 0.16;
  for (let level = 0; level < levels; level += 1) {
    const finer: number[] = [];
    values.forEach((value, i) => {
      const after = values[(i + 1) % values.length] ?? value;
      finer.push(value, (value + after) / 2 + random.range(-swing, swing));
    });
    values = finer;
    swing *= 0.52;
  }
  return (x) => {
    const at = ((((x % period) + period) % period) / period) * values.length;
    const i = Math.floor(at);
    const a = values[i % values.length] ?? 0;
    const b = values[(i + 1) % values.length] ?? 0;
    return Math.max(0, a + (b - a) * (at - i));
  };
};
