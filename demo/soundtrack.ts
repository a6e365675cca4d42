import { setImmediate as breathe } from "node:timers/promises";
import { createRandom } from "./scenes/random.ts";
import type { SoundSpec } from "./scenes/spec.ts";

export const SAMPLE_RATE_HZ = 24_000;
const TAU = Math.PI * 2;
const ECHO_S = 0.41;

const STEPS: Record<SoundSpec["mode"], readonly number[]> = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  pentatonic: [0, 2, 4, 7, 9, 12, 14],
};
type Progression = readonly number[];
const PROGRESSIONS: readonly [Progression, ...Progression[]] = [
  [0, 5, 3, 4],
  [0, 3, 5, 4],
  [0, 2, 5, 3],
  [0, 4, 5, 2],
  [5, 3, 0, 4],
];

type Voice = {
  readonly partials: readonly (readonly [number, number])[];
  readonly attackS: number;
  readonly decayS: number;
  readonly level: number;
};
const VOICES: Record<SoundSpec["voice"], Voice> = {
  pad: {
    partials: [
      [1, 1],
      [2.003, 0.25],
    ],
    attackS: 0.25,
    decayS: 1.8,
    level: 0.075,
  },
  piano: {
    partials: [
      [1, 1],
      [2, 0.42],
      [3, 0.2],
      [4.01, 0.08],
    ],
    attackS: 0.006,
    decayS: 1.3,
    level: 0.11,
  },
  bells: {
    partials: [
      [1, 1],
      [2.76, 0.32],
      [5.4, 0.12],
    ],
    attackS: 0.004,
    decayS: 1.9,
    level: 0.08,
  },
  strings: {
    partials: [
      [1, 1],
      [2, 0.5],
      [3, 0.3],
      [4, 0.16],
    ],
    attackS: 0.5,
    decayS: 1.4,
    level: 0.06,
  },
  harp: {
    partials: [
      [1, 1],
      [2, 0.3],
      [3, 0.12],
    ],
    attackS: 0.004,
    decayS: 0.9,
    level: 0.12,
  },
};

/** Note of a scale degree (any whole number) as a frequency in hertz. */
const degree = (sound: SoundSpec, step: number): number => {
  const scale = STEPS[sound.mode];
  const octave = Math.floor(step / 7);
  const note = sound.key + scale[step - octave * 7]! + 12 * octave;
  return 440 * 2 ** ((note - 69) / 12);
};

type Mix = { readonly left: Float32Array; readonly right: Float32Array };

/** Adds one tone with a rotating phasor, which computes no sine per sample. Times in seconds. */
const addTone = (
  mix: Mix,
  hz: number,
  startS: number,
  lengthS: number,
  level: number,
  pan: number,
  shape: (t: number) => number,
): void => {
  if (hz > SAMPLE_RATE_HZ * 0.45) return;
  const from = Math.max(0, Math.floor(startS * SAMPLE_RATE_HZ));
  const to = Math.min(mix.left.length, Math.floor((startS + lengthS) * SAMPLE_RATE_HZ));
  const step = (TAU * hz) / SAMPLE_RATE_HZ;
  const [c, s] = [Math.cos(step), Math.sin(step)];
  let [re, im] = [1, 0];
  let gain = 0;
  for (let i = from; i < to; i += 1) {
    [re, im] = [re * c - im * s, re * s + im * c];
    if ((i & 31) === 0 || i === from) gain = level * shape(i / SAMPLE_RATE_HZ - startS);
    mix.left[i]! += im * gain * (1 - pan);
    mix.right[i]! += im * gain * (1 + pan);
  }
};

const swell = (lengthS: number) => (t: number) => {
  const edge = Math.min(1, t / 1.8, Math.max(0, (lengthS - t) / 1.8));
  return edge * edge * (3 - 2 * edge);
};
const struck = (voice: Voice) => (t: number) => Math.min(1, t / voice.attackS) * Math.exp(-t / voice.decayS);

const AIRS: Record<
  SoundSpec["air"],
  { readonly cut: number; readonly level: number; readonly periodS: number; readonly deep: number }
> = {
  wind: { cut: 0.05, level: 0.17, periodS: 9, deep: 0.75 },
  sea: { cut: 0.09, level: 0.2, periodS: 6.5, deep: 0.85 },
  rain: { cut: 0.55, level: 0.055, periodS: 14, deep: 0.25 },
  night: { cut: 0.03, level: 0.1, periodS: 12, deep: 0.4 },
  city: { cut: 0.02, level: 0.26, periodS: 11, deep: 0.35 },
  birds: { cut: 0.06, level: 0.07, periodS: 10, deep: 0.5 },
  still: { cut: 0.02, level: 0.06, periodS: 16, deep: 0.4 },
};

const addAir = async (mix: Mix, air: SoundSpec["air"], seed: number): Promise<void> => {
  const { cut, level, periodS, deep } = AIRS[air];
  for (const [side, channel] of [mix.left, mix.right].entries()) {
    let noise = (seed * 7919 + side * 104729) | 1;
    let [low, lower] = [0, 0];
    for (let i = 0; i < channel.length; i += 1) {
      noise = (Math.imul(noise, 1664525) + 1013904223) | 0;
      low += cut * (noise / 2147483648 - low);
      lower += cut * (low - lower);
      const t = i / SAMPLE_RATE_HZ;
      if (i % 120_000 === 0) await breathe();
      const breath =
        1 -
        deep *
          (0.5 + 0.5 * Math.sin((TAU * t) / periodS + side * 0.5) * Math.cos((TAU * t) / (periodS * 2.7)));
      channel[i]! += (air === "rain" ? low : lower * 1.7) * level * breath;
    }
  }
};

const addCreatures = (mix: Mix, sound: SoundSpec, seed: number, lengthS: number): void => {
  const random = createRandom(seed, "creatures");
  if (sound.air === "birds") {
    for (let t = 2; t < lengthS - 3; t += random.range(1.6, 5)) {
      const pan = random.range(-0.7, 0.7);
      const hz = random.range(2300, 3900);
      for (let k = 0; k < random.whole(2, 5); k += 1)
        addTone(mix, hz * (1 + k * random.range(-0.06, 0.09)), t + k * 0.12, 0.09, 0.011, pan, (x) =>
          Math.sin((x / 0.09) * Math.PI),
        );
    }
  }
  if (sound.air === "night") {
    for (let t = 1; t < lengthS - 2; t += random.range(0.9, 2.2)) {
      const pan = random.range(-0.8, 0.8);
      for (let k = 0; k < 3; k += 1)
        addTone(mix, 4150 + random.range(-30, 30), t + k * 0.07, 0.045, 0.008, pan, (x) =>
          Math.sin((x / 0.045) * Math.PI),
        );
    }
  }
};

/** Slow chords, and a sparse melody with an echo. */
const addMusic = async (mix: Mix, sound: SoundSpec, seed: number, lengthS: number): Promise<void> => {
  const random = createRandom(seed, "music");
  const samples = mix.left.length;
  const chords = random.pick(PROGRESSIONS);
  const voice = VOICES[sound.voice];
  let melody = random.whole(7, 11);

  for (let bar = 0; bar * sound.pace < lengthS; bar += 1) {
    const root = chords[bar % chords.length]!;
    const at = bar * sound.pace;
    const held = sound.pace + 1.8;
    for (const [i, step] of [root - 7, root, root + 2, root + 4].entries()) {
      const hz = degree(sound, step);
      const pan = (i - 1.5) * 0.22;
      addTone(mix, hz, at, held, i === 0 ? 0.05 : 0.03, pan, swell(held));
      addTone(mix, hz * 1.0035, at, held, 0.02, -pan, swell(held));
      addTone(mix, hz * 2, at, held, 0.007, pan, swell(held));
    }
    await breathe();
    const beat = sound.pace / 8;
    for (let i = 0; i < 8; i += 1) {
      if (bar === 0 && i < 4) continue;
      if (!random.chance(i % 2 === 0 ? 0.55 : 0.25)) continue;
      melody += random.whole(-2, 2);
      melody = Math.max(6, Math.min(14, melody));
      // Strong beats use a note of the chord.
      const step = i % 4 === 0 ? root + 7 + random.pick([0, 2, 4] as const) : melody;
      const pan = random.range(-0.4, 0.4);
      for (const [ratio, weight] of voice.partials) {
        const hz = degree(sound, step) * ratio;
        const length = voice.attackS + voice.decayS * 4;
        addTone(mix, hz, at + i * beat, length, (voice.level * weight) / 1.6, pan, struck(voice));
      }
    }
    await breathe();
  }
  const delay = Math.floor(ECHO_S * SAMPLE_RATE_HZ);
  for (let i = delay; i < samples; i += 1) {
    const [l, r] = [mix.left[i - delay]!, mix.right[i - delay]!];
    mix.left[i]! += r * 0.34;
    mix.right[i]! += l * 0.34;
  }
};

/**
 * Composes a quiet stereo soundtrack: slow chords, a sparse melody with an echo, and ambient sound. Returns interleaved
 * signed 16-bit samples at 24 kHz. Yields to other work while it runs.
 * @param options.music false gives only the ambient sound, without chords and melody
 */
export const composeSoundtrack = async (
  sound: SoundSpec,
  seed: number,
  lengthS: number,
  { music = true }: { music?: boolean } = {},
): Promise<Buffer> => {
  const samples = Math.ceil(lengthS * SAMPLE_RATE_HZ);
  const mix: Mix = { left: new Float32Array(samples), right: new Float32Array(samples) };
  if (music) await addMusic(mix, sound, seed, lengthS);
  addCreatures(mix, sound, seed, lengthS);
  await addAir(mix, sound.air, seed);

  const out = Buffer.alloc(samples * 4);
  for (let i = 0; i < samples; i += 1) {
    const t = i / SAMPLE_RATE_HZ;
    const edge = Math.min(1, t / 3, Math.max(0, (lengthS - 0.2 - t) / 4));
    out.writeInt16LE(Math.round(Math.tanh(mix.left[i]! * 1.5) * edge * 24_000), i * 4);
    out.writeInt16LE(Math.round(Math.tanh(mix.right[i]! * 1.5) * edge * 24_000), i * 4 + 2);
    if (i % 240_000 === 0) await breathe();
  }
  return out;
};
