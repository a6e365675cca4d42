import type { LocatedTool } from "./locate.ts";
import { isHdr, type Colour, type PictureFacts } from "./picture-facts.ts";
import type { FrameSample } from "./sample-frames.ts";

const FASTEST_FRAME_RATE = 60;
const FALLBACK_FRAME_RATE = 30;
/** Interlaced video has no more frames a second; twice as many are fields, which are frames already. */
const MOST_INTERLACED_RATE = 31;
/** Fewer judged frames decide nothing. */
const ENOUGH_FRAMES = 8;
/** Nits of white paper in HDR (ITU-R BT.2408), which becomes the white of BT.709. */
const WHITE_NITS = 203;
/** Share of that white below which tone mapping keeps the brightness, above which it compresses highlights. */
const KEPT_BRIGHTNESS = 0.6;

type Size = { readonly width: number; readonly height: number };
/** Which field of a frame is the earlier; `auto`: as the frames say. */
type Parity = "tff" | "bff" | "auto";

/** How a file's picture becomes upright, progressive frames of BT.709 or BT.601 with square pixels. */
export type PicturePlan = {
  /** Largest number of frames a second. */
  readonly frameRate: number;
  /** The frames keep their own times. */
  readonly varies: boolean;
  readonly parity: Parity | null;
  /** Tone or gamut mapping to BT.709 is needed. */
  readonly maps: boolean;
  readonly colour: Colour;
  readonly isFast: boolean;
};

/** The filters without which HDR cannot be shown on other screens. */
export const canMapTones = ({ abilities }: LocatedTool): boolean =>
  abilities.filters.has("zscale") && abilities.filters.has("tonemap");

const deinterlacer = ({ abilities: { filters } }: LocatedTool): string | undefined =>
  ["bwdif", "yadif"].find((name) => filters.has(name));

/** The frames decide, and what the file says about itself where they are too few or do not move. */
const parityOf = ({ isInterlaced, frameRate }: PictureFacts, sample: FrameSample | null): Parity | null => {
  const { topFirst = 0, bottomFirst = 0, progressive = 0 } = sample ?? {};
  const fields = topFirst + bottomFirst;
  const judged = fields + progressive;
  const clear = Math.max(topFirst, bottomFirst) >= 0.9 * fields && fields > 0;
  const seen: Parity = clear ? (topFirst > bottomFirst ? "tff" : "bff") : "auto";
  if (judged < ENOUGH_FRAMES) return isInterlaced ? "auto" : null;
  if (isInterlaced) return progressive >= 0.9 * judged ? null : seen;
  return frameRate <= MOST_INTERLACED_RATE && clear && fields >= judged / 2 ? seen : null;
};

/** Containers round times to a millisecond, so gaps of a steady rate differ by two of them. */
const ROUNDING_S = 0.002;
/** A steady file's average differs from its rate by less, since its last frame may be longer. */
const SAME_RATE = 0.001;

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? 0;

const variesOf = ({ frameRate, finestRate, isInterlaced }: PictureFacts, gapsS: readonly number[]) => {
  const fields = isInterlaced ? 2 : 1;
  const agrees = [1, fields].some((n) => Math.abs(finestRate / n - frameRate) <= SAME_RATE * frameRate);
  // A tenth at each end: where reading stops, frames are missing.
  return !agrees || at(gapsS, 0.9) - at(gapsS, 0.1) > ROUNDING_S;
};

/** Decides what is done to a picture, from what the file says and what its frames and their times show. */
export const planPicture = (
  tool: LocatedTool,
  facts: PictureFacts,
  { sample, gapsS }: { sample: FrameSample | null; gapsS: readonly number[] },
): PicturePlan => {
  const { colour } = facts;
  const parity = deinterlacer(tool) ? parityOf(facts, sample) : null;
  const sane = facts.frameRate >= 1 && facts.frameRate <= 240;
  const varies = sane && parity === null && variesOf(facts, gapsS);
  const shortest = at(gapsS, 0.1);
  const rates = [
    facts.frameRate,
    facts.finestRate <= 240 ? facts.finestRate : 0,
    shortest ? 1 / shortest : 0,
  ];
  const perSecond = varies ? Math.max(...rates) : sane ? facts.frameRate : FALLBACK_FRAME_RATE;
  const fields = parity !== null && perSecond <= MOST_INTERLACED_RATE ? 2 : 1;
  const wide = isHdr(colour) || ["bt2020", "smpte432"].includes(colour.primaries);
  return {
    frameRate: Math.min(FASTEST_FRAME_RATE, perSecond * fields),
    varies,
    parity,
    maps: wide && canMapTones(tool),
    colour,
    isFast: perSecond > FASTEST_FRAME_RATE + 1,
  };
};

/** Deinterlaces: each field becomes a frame, so that motion stays as smooth as on a television. */
const deinterlaceFilters = (tool: LocatedTool, { parity }: PicturePlan): string[] => {
  if (parity === null) return [];
  // Frames that wrongly say they are progressive are done too, where the pictures showed which field comes first.
  const deint = parity === "auto" ? "interlaced" : "all";
  return [`${deinterlacer(tool)}=mode=send_field:parity=${parity}:deint=${deint}`];
};

const rateFilters = ({ varies, isFast, frameRate }: PicturePlan): string[] => {
  if (!varies) return [`fps=${frameRate.toFixed(5)}`];
  const leastGapS = (1 / FASTEST_FRAME_RATE - ROUNDING_S / 2).toFixed(4);
  return isFast ? [`select='isnan(prev_selected_t)+gte(t-prev_selected_t,${leastGapS})'`] : [];
};

/**
 * Maps tones and colours to BT.709, at the size wanted: that is slow, so it is done once and on no more pixels than
 * needed.
 */
const mapFilters = ({ maps, colour }: PicturePlan, { width, height }: Size): string[] => {
  if (!maps) return [];
  const hdr = isHdr(colour);
  const space = colour.isRgb ? "gbr" : colour.matrix;
  const transfer = hdr ? colour.transfer : "bt709";
  return [
    `setparams=colorspace=${space}:color_primaries=${colour.primaries}:color_trc=${transfer}`,
    `zscale=w=${width}:h=${height}:t=linear:npl=${WHITE_NITS}`,
    "format=gbrpf32le",
    "zscale=p=709",
    ...(hdr ? [`tonemap=tonemap=mobius:param=${KEPT_BRIGHTNESS}:desat=0`] : []),
    "zscale=t=709:m=709:r=tv",
    "format=yuv420p",
  ];
};

/** From a stored frame to upright progressive ones of the right colours and times; scaled if tones are mapped. */
export const headFilters = (tool: LocatedTool, plan: PicturePlan, largest: Size): string[] => [
  ...deinterlaceFilters(tool, plan),
  ...rateFilters(plan),
  ...mapFilters(plan, largest),
];

const SWSCALE_MATRICES: Record<string, string> = { bt470bg: "bt470", bt2020nc: "bt2020" };

/** Filters that make a still of the given size. */
export const stillFilters = (tool: LocatedTool, plan: PicturePlan, { width, height }: Size): string[] => {
  const matrix = plan.maps ? "bt709" : plan.colour.matrix;
  const from = plan.colour.isRgb ? "" : `:in_color_matrix=${SWSCALE_MATRICES[matrix] ?? matrix}`;
  return [
    ...deinterlaceFilters(tool, plan),
    ...mapFilters(plan, { width, height }),
    `scale=${width}:${height}${from}`,
    "setsar=1",
  ];
};

/** Options of `scale` for a rendition: the narrow range, and BT.709 for what was RGB. The matrix stays as it is. */
export const scaleOptions = ({ maps, colour }: PicturePlan): string =>
  `:out_range=tv${colour.isRgb && !maps ? ":out_color_matrix=bt709" : ""}`;

/** Options of an output: what its colours are, and that its frames keep their times. */
export const outputOptions = (tool: LocatedTool, { varies, maps, colour }: PicturePlan): string[] => {
  const { matrix, primaries, transfer } = maps
    ? { matrix: "bt709", primaries: "bt709", transfer: "bt709" }
    : colour;
  // prettier-ignore
  return [
    "-color_range", "tv", "-colorspace", matrix, "-color_primaries", primaries, "-color_trc", transfer,
    ...(varies ? [...tool.variableRate, "-enc_time_base", "1:90000"] : []),
  ];
};
