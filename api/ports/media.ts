/**
 * The video tool as the rest of the API uses it. Types only. All durations are seconds, sizes bytes, rates bits per
 * second and picture sizes pixels unless a name says otherwise.
 */
import type { AddedCodec } from "../../contract/ingest/values.ts";

/**
 * Why a media call failed. `unsupported`: not a media file we accept. `damaged`: the file ends too early. `aborted`:
 * the caller's signal fired. `no_tone_mapping`: an HDR picture, and the tool has no filters for it. `no_encoder`: the
 * tool can't write that codec.
 */
export type MediaErrorCode =
  | "unavailable"
  | "unsupported"
  | "no_video"
  | "too_large"
  | "no_tone_mapping"
  | "no_encoder"
  | "damaged"
  | "disk_full"
  | "timeout"
  | "aborted"
  | "encode_failed";

/**
 * Shape of every error thrown by a {@link MediaTool}. `detail` is the trimmed end of the output, for logs, never for
 * users.
 */
export type MediaFailure = Error & { readonly code: MediaErrorCode; readonly detail: string };

/** Abilities of the tool on this machine. */
export type MediaAbilities = {
  readonly version: string;
  readonly origin: "configured" | "system" | "bundled";
  readonly h264: boolean;
  readonly aac: boolean;
  readonly hlsFmp4: boolean;
  /** Thumbnails of the scrub bar are WebP if true, JPEG if false. */
  readonly webp: boolean;
  readonly filters: ReadonlySet<string>;
  /** Names of the video encoders that can be used: software, and graphics processors that have encoded a frame here. */
  readonly encoders: readonly string[];
  /** The tool runs in a network namespace of its own, so a hostile file cannot make it contact another machine. */
  readonly offline: boolean;
};

/** H.264 is what every browser plays. */
export type VideoCodec = "h264" | AddedCodec;
/** `software` runs on any machine; the others are interfaces of graphics processors. */
export type EncoderKind = "software" | "vaapi" | "nvenc" | "qsv";
/** `automatic`: a graphics processor where one works. Any choice falls back to software. */
export type EncoderChoice = "automatic" | EncoderKind;

/** Content of a file. Width and height are as shown, after rotation. `frameRate` is frames per second. */
export type MediaProbe = {
  readonly durationS: number;
  readonly video: {
    readonly codec: string;
    readonly width: number;
    readonly height: number;
    readonly frameRate: number;
  } | null;
  /** The default sound track: one of {@link sounds}. */
  readonly audio: ProbedSound | null;
  readonly sounds: readonly ProbedSound[];
  readonly subtitles: readonly ProbedSubtitle[];
  /** Sorted by time. Titles are as in the file; empty when the file gives none. */
  readonly chapters: readonly { readonly startS: number; readonly title: string }[];
};

/** `index` counts the streams of its kind from 0. `language` is a BCP 47 tag, null when the file does not tell. */
type ProbedTrack = {
  readonly index: number;
  readonly language: string | null;
  readonly title: string | null;
  readonly isDefault: boolean;
};

/** `describes`: it is an audio description, which also tells what is seen. */
export type ProbedSound = ProbedTrack & {
  readonly codec: string;
  readonly channels: number;
  readonly describes: boolean;
};

/**
 * `isText`: it can be converted to WebVTT; subtitles stored as pictures cannot. `forHearing`: it also describes sounds.
 */
export type ProbedSubtitle = ProbedTrack & {
  readonly codec: string;
  readonly isText: boolean;
  readonly forHearing: boolean;
};

/**
 * Name of a sound track: `name` is unique in its movie, `language` is a BCP 47 tag. `describes`: it is an audio
 * description.
 */
export type SoundName = { readonly name: string; readonly language: string; readonly describes?: boolean };

/** One raw input of a {@link GraphSource}; we write the file, so it is read without probing. */
export type GraphInput =
  | {
      readonly kind: "rgba";
      readonly path: string;
      readonly width: number;
      readonly height: number;
      /** Frames per second of a file holding several frames. */
      readonly frameRate: number;
      /** Repeat the file for this many seconds; null plays it once. */
      readonly repeatForS: number | null;
    }
  | {
      readonly kind: "pcm16";
      readonly path: string;
      readonly sampleRateHz: number;
      readonly channels: 1 | 2;
    };

/** A picture and sound composed by a filter graph of our own: trusted, never built from user input. */
export type GraphSource = {
  readonly inputs: readonly GraphInput[];
  /** filter_complex text that ends in the two labels below, without brackets. */
  readonly filter: string;
  readonly videoLabel: string;
  /**
   * Input numbers of the sounds, the default first; empty for a silent movie. Names are needed when there are several.
   */
  readonly sounds: readonly ({ readonly input: number } & Partial<SoundName>)[];
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly durationS: number;
};

/** A graphics processor failed, and software took over. `detail` is the end of the tool's output. */
export type Fallback = { readonly encoder: string; readonly detail: string };

/** One rendition of a ladder, in folder `name`. `bandwidth` is the peak of any one segment, sound included. */
export type Rendition = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly bandwidth: number;
  readonly averageBandwidth: number;
  /** RFC 6381, for example `avc1.64001e,mp4a.40.2`. */
  readonly codecs: string;
  readonly frameRate: number;
};

/** A further sound track, in folder `folder`. Rates as for a rendition. */
export type SoundRendition = SoundName & { readonly folder: string; readonly bandwidth: number };

/** A finished set of renditions, sorted lowest first. */
export type Ladder = {
  readonly durationS: number;
  readonly height: number;
  readonly renditions: readonly Rendition[];
  /** The sounds of the file, the default first; empty for a graph. */
  readonly tracks: readonly Pick<ProbedSound, "codec" | "channels" | "language">[];
};

export type ExtractedSubtitle = {
  readonly language: string | null;
  readonly title: string | null;
  readonly forHearing: boolean;
  readonly vtt: string;
};

/** What a rung of one film is encoded with. `frame` names the rung: lines of its 16:9 frame. Rates in kbit/s. */
export type TunedRung = { readonly frame: number; readonly crf: number; readonly maxKbps: number };

/** The rungs of one film, smallest first: those of a ladder that are worth their bits. */
export type LadderTuning = { readonly rungs: readonly TunedRung[] };

export type EncodeHlsRequest = {
  /** Path of an untrusted media file, or one of our own graphs. */
  readonly source: string | GraphSource;
  /** Appears complete or not at all and replaces an older one. Its parent must be on the same disk. */
  readonly outDir: string;
  /** Short sides wanted, in pixels; those larger than the source are left out. Default 240, 360, 480, 720, 1080. */
  readonly rungs?: readonly number[];
  /** Called with 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
  readonly signal?: AbortSignal;
  /** Run at low priority on this machine. Default true. */
  readonly lowPriority?: boolean;
  /** Gain in dB for each sound of a file, by the sound's index. */
  readonly gainsDb?: Readonly<Record<number, number>>;
  /** What encodes the picture. Default `software`. */
  readonly encoder?: EncoderChoice;
  /** Rungs chosen for this film, for software; a graphics processor encodes the fixed ladder. */
  readonly tuning?: LadderTuning | undefined;
  /** Called when the encoder failed and software begins anew. */
  readonly onFallback?: (fallback: Fallback) => void;
};

/** The upper renditions of a film in a further codec, which fit those of an H.264 ladder made of the same file. */
export type EncodeAddedRequest = Omit<EncodeHlsRequest, "source" | "rungs"> & {
  readonly source: string;
  readonly codec: AddedCodec;
  /** Short side of the smallest one, in pixels. */
  readonly from: number;
  /** Run lengths of the ladder's segments in seconds, as its row has them: the new ones have to be the same. */
  readonly segments: readonly (readonly [seconds: number, count: number])[];
};

/** `timeoutMs`: longest time it may take; left out, a share of the film's length. */
export type TuneLadderRequest = Pick<EncodeHlsRequest, "signal" | "encoder"> & {
  readonly source: string;
  readonly timeoutMs?: number;
};

/** Loudness of a sound over its whole length (EBU R128), and its highest true peak in dBTP; both are negative. */
export type Loudness = { readonly index: number; readonly lufs: number; readonly peakDb: number };

/** Every method rejects with a {@link MediaFailure} and leaves nothing running. */
export type MediaTool = {
  readonly abilities: MediaAbilities;
  readonly probe: (file: string, options?: { signal?: AbortSignal }) => Promise<MediaProbe>;
  readonly encodeHls: (request: EncodeHlsRequest) => Promise<Ladder>;
  /**
   * Encodes short samples of a film and chooses the quality and the largest rate of its rungs by what they show. Null
   * where the fixed ladder is right: for a short film, for a graphics processor, and where the samples tell nothing.
   */
  readonly tuneLadder: (request: TuneLadderRequest) => Promise<LadderTuning | null>;
  /** Renditions named like those of the ladder, with the codec behind: `v720_av1`. None if the film is smaller. */
  readonly encodeAdded: (request: EncodeAddedRequest) => Promise<readonly Rendition[]>;
  /** The text subtitles of a file, as WebVTT. An unreadable one is left out. */
  readonly extractSubtitles: (
    file: string,
    options: { signal?: AbortSignal; workDir: string },
  ) => Promise<ExtractedSubtitle[]>;
  /**
   * Writes the first sound of a file for programs that listen to speech: WAV, 16 kHz, mono, 16 bits. Rejects with
   * `encode_failed` when there is none.
   */
  readonly extractSpeech: (
    file: string,
    options: { signal?: AbortSignal; into: string; durationS: number },
  ) => Promise<void>;
  /** Loudness of every sound that is not silent; empty when the tool cannot measure. */
  readonly measureLoudness: (file: string, options?: { signal?: AbortSignal }) => Promise<Loudness[]>;
  /**
   * A frame that represents the movie, as PNG, upright; null when none could be taken. `workDir` is where it may write.
   */
  readonly takeStill: (
    file: string,
    options: { durationS: number; signal?: AbortSignal; workDir: string },
  ) => Promise<Buffer | null>;
};
