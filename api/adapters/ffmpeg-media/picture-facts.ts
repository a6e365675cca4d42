/** What a stream says about its picture, as ffprobe prints it. */
export type RawPicture = {
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  avg_frame_rate?: string;
  r_frame_rate?: string;
  nb_frames?: string;
  field_order?: string;
  pix_fmt?: string;
  color_range?: string;
  color_space?: string;
  color_primaries?: string;
  color_transfer?: string;
  tags?: { rotate?: string };
  side_data_list?: { rotation?: number }[];
};

/** `matrix`, `primaries` and `transfer` are names that ffmpeg prints and takes. */
export type Colour = {
  readonly isRgb: boolean;
  readonly matrix: string;
  readonly primaries: string;
  readonly transfer: string;
};

/** What a file says about its picture. Some of it may be wrong: the frames decide (`sample-frames.ts`). */
export type PictureFacts = {
  /** As shown: upright, with square pixels. */
  readonly width: number;
  readonly height: number;
  /** Lines of a stored frame. */
  readonly lines: number;
  /** Frames per second on average; 0 when the file does not tell. */
  readonly frameRate: number;
  /** The finest rate that all frame times of the file's beginning fit. */
  readonly finestRate: number;
  /** The average is over all frames, not over the first ones. */
  readonly isCounted: boolean;
  readonly isInterlaced: boolean;
  readonly colour: Colour;
};

/** A pixel wider or higher than this is a mistake or hostile. */
const MOST_STRETCHED = 4;
/** Most lines of standard definition, where BT.601 is usual. */
const SD_LINES = 576;

const MATRICES = new Set(["bt709", "smpte170m", "bt470bg", "smpte240m", "bt2020nc"]);
const PRIMARIES = new Set(["bt709", "smpte170m", "bt470bg", "smpte240m", "bt2020", "smpte432"]);
const TRANSFERS = new Set(["bt709", "smpte170m", "gamma22", "gamma28", "iec61966-2-1"]);
/** Transfer functions of high dynamic range: PQ of HDR10, and HLG. */
const HDR_TRANSFERS = new Set(["smpte2084", "arib-std-b67"]);

const ratio = (text: string | undefined, sign = "/"): number => {
  const [top, bottom] = (text ?? "").split(sign).map(Number);
  const value = (top ?? 0) / (bottom ?? 1);
  return Number.isFinite(value) ? value : 0;
};

const quarterTurned = (stream: RawPicture): boolean => {
  const turn =
    stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? stream.tags?.rotate ?? 0;
  return Math.abs(Number(turn)) % 180 === 90;
};

/** Width of a pixel divided by its height. */
const pixelAspect = (stream: RawPicture): number => {
  const aspect = ratio(stream.sample_aspect_ratio, ":");
  return aspect >= 1 / MOST_STRETCHED && aspect <= MOST_STRETCHED ? aspect : 1;
};

const known = (names: ReadonlySet<string>, name: string | undefined, otherwise: string): string =>
  name !== undefined && names.has(name) ? name : otherwise;

/** Untagged video is BT.601 in standard definition and BT.709 above, as players assume. */
const colourOf = (stream: RawPicture, lines: number): Colour => {
  const isRgb = /^(gbr|rgb|bgr|argb|abgr|pal8|0rgb|0bgr)/.test(stream.pix_fmt ?? "");
  const { color_transfer: transfer = "" } = stream;
  if (isHdr({ transfer })) {
    const primaries = known(PRIMARIES, stream.color_primaries, "bt2020");
    return { isRgb, matrix: known(MATRICES, stream.color_space, "bt2020nc"), primaries, transfer };
  }
  const sd = lines === 480 || lines === 486 ? "smpte170m" : "bt470bg";
  const usual = isRgb || lines > SD_LINES ? "bt709" : sd;
  const matrix = isRgb ? "bt709" : known(MATRICES, stream.color_space, usual);
  return {
    isRgb,
    matrix,
    primaries: known(PRIMARIES, stream.color_primaries, matrix === "bt2020nc" ? "bt2020" : matrix),
    transfer: known(TRANSFERS, transfer, "bt709"),
  };
};

/** Whether the brightness of a picture goes beyond what screens of BT.709 show. */
export const isHdr = ({ transfer }: Pick<Colour, "transfer">): boolean => HDR_TRANSFERS.has(transfer);

/** Reads what a stream says about its picture; null when it has no size. */
export const pictureFacts = (stream: RawPicture): PictureFacts | null => {
  const { width = 0, height: lines = 0, field_order: order = "" } = stream;
  if (width <= 0 || lines <= 0) return null;
  const shown = Math.max(1, Math.round(width * pixelAspect(stream)));
  const turned = quarterTurned(stream);
  const finestRate = ratio(stream.r_frame_rate);
  return {
    width: turned ? lines : shown,
    height: turned ? shown : lines,
    lines,
    frameRate: ratio(stream.avg_frame_rate) || finestRate,
    finestRate,
    isCounted: Number(stream.nb_frames) > 0,
    isInterlaced: ["tt", "bb", "tb", "bt"].includes(order),
    colour: colourOf(stream, lines),
  };
};
