/**
 * What the rest of the API asks of a video tool. Types only.
 * All durations are seconds, sizes bytes, rates bits per second and picture sizes pixels unless a name says otherwise.
 */

/**
 * Why a media call failed. `unsupported`: not a media file we accept. `damaged`: it ends before it should. `aborted`: the
 * caller's signal fired.
 */
export type MediaErrorCode =
  | "unavailable"
  | "unsupported"
  | "no_video"
  | "too_large"
  | "damaged"
  | "disk_full"
  | "timeout"
  | "aborted"
  | "encode_failed";

/** Shape of every error thrown by a {@link MediaTool}. `detail` is a trimmed tail for logs, never for users. */
export type MediaFailure = Error & { readonly code: MediaErrorCode; readonly detail: string };

/** What the tool found on this machine can do. */
export type MediaAbilities = {
  readonly version: string;
  readonly origin: "configured" | "system" | "bundled";
  readonly h264: boolean;
  readonly aac: boolean;
  readonly hlsFmp4: boolean;
  /** Pictures of the scrub bar are WebP with it, JPEG without. */
  readonly webp: boolean;
  readonly filters: ReadonlySet<string>;
  /** What it reads can lead it to no other machine: it runs in a network of its own. */
  readonly offline: boolean;
};

/** What a file holds. Width and height are as shown, after rotation. `frameRate` is frames per second. */
export type MediaProbe = {
  readonly durationS: number;
  readonly sizeBytes: number;
  readonly container: string;
  readonly video: {
    readonly codec: string;
    readonly width: number;
    readonly height: number;
    readonly frameRate: number;
  } | null;
  /** The sound that is played unless another is chosen: one of {@link sounds}. */
  readonly audio: ProbedSound | null;
  readonly sounds: readonly ProbedSound[];
  readonly subtitles: readonly ProbedSubtitle[];
  /** By time. Titles as the file has them; empty where it names none. */
  readonly chapters: readonly { readonly startS: number; readonly title: string }[];
};

/** `index` counts the streams of its kind from 0. `language` is a BCP 47 tag, null where the file does not say. */
type ProbedTrack = {
  readonly index: number;
  readonly language: string | null;
  readonly title: string | null;
  readonly isDefault: boolean;
};

export type ProbedSound = ProbedTrack & {
  readonly codec: string;
  readonly channels: number;
  readonly sampleRateHz: number;
};

/** `isText`: it can be had as WebVTT; pictures of text cannot. `forHearing`: it also tells sounds. */
export type ProbedSubtitle = ProbedTrack & {
  readonly codec: string;
  readonly isText: boolean;
  readonly forHearing: boolean;
};

/** What a sound track is called: `name` is unique in its film, `language` a BCP 47 tag. */
export type SoundName = { readonly name: string; readonly language: string };

/** One raw input of a {@link GraphSource}; the file is written by us, so it is read without probing. */
export type GraphInput =
  | {
      readonly kind: "rgba";
      readonly path: string;
      readonly width: number;
      readonly height: number;
      /** Frames per second of a file holding several frames. */
      readonly frameRate: number;
      /** Start again at the end for this many seconds; null plays the file once. */
      readonly repeatForS: number | null;
    }
  | {
      readonly kind: "pcm16";
      readonly path: string;
      readonly sampleRateHz: number;
      readonly channels: 1 | 2;
    };

/** A picture and sound composed on the fly by a filter graph we wrote: trusted, never built from user input. */
export type GraphSource = {
  readonly inputs: readonly GraphInput[];
  /** filter_complex text ending in the two labels below, without brackets. */
  readonly filter: string;
  readonly videoLabel: string;
  /** Input numbers of the sounds, the default first; empty for a silent film. Names where there are several. */
  readonly sounds: readonly ({ readonly input: number } & Partial<SoundName>)[];
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly durationS: number;
};

/** One quality of a ladder, in folder `name`. `bandwidth` is the peak of any one segment, sound included. */
export type Rendition = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly bandwidth: number;
  readonly averageBandwidth: number;
  /** RFC 6381, for example `avc1.64001e,mp4a.40.2`. */
  readonly codecs: string;
  readonly frameRate: number;
  readonly segments: number;
};

/** A further sound track, in folder `folder`. Rates as for a rendition. */
export type SoundRendition = SoundName & { readonly folder: string; readonly bandwidth: number };

/** A finished set of qualities. Paths are relative to the folder. Renditions are sorted lowest first. */
export type Ladder = {
  readonly durationS: number;
  readonly width: number;
  readonly height: number;
  readonly renditions: readonly Rendition[];
  readonly master: "master.m3u8";
  readonly progressive: "progressive.mp4";
  /** What the scrub bar shows; null where no picture could be taken. */
  readonly previews: "previews.vtt" | null;
  /** As the file named them. */
  readonly chapters: MediaProbe["chapters"];
  readonly sizeBytes: number;
};

export type ExtractedSubtitle = {
  readonly language: string | null;
  readonly title: string | null;
  readonly forHearing: boolean;
  readonly vtt: string;
};

export type EncodeHlsRequest = {
  /** Path of an untrusted media file, or a graph of ours. */
  readonly source: string | GraphSource;
  /** Appears complete or not at all; an older one is replaced. Its parent must be on the same disk. */
  readonly outDir: string;
  /** Short sides wanted, in pixels; those above the source are left out. Default 240, 360, 480, 720, 1080. */
  readonly rungs?: readonly number[];
  /** Called with 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
  readonly signal?: AbortSignal;
  /** Give way to everything else on the machine. Default true. */
  readonly lowPriority?: boolean;
  /** By how many dB the sounds of a file are turned up or down, by their index. */
  readonly gainsDb?: Readonly<Record<number, number>>;
};

/** How loud a sound is over its whole length (EBU R128), and its highest true peak in dBTP; both negative. */
export type Loudness = { readonly index: number; readonly lufs: number; readonly peakDb: number };

/** Every method rejects with a {@link MediaFailure} and leaves nothing running. */
export type MediaTool = {
  readonly abilities: MediaAbilities;
  readonly probe: (file: string, options?: { signal?: AbortSignal }) => Promise<MediaProbe>;
  readonly encodeHls: (request: EncodeHlsRequest) => Promise<Ladder>;
  /** The texts among a file's subtitles, as WebVTT. One that can't be read is left out. */
  readonly extractSubtitles: (
    file: string,
    options: { signal?: AbortSignal; workDir: string },
  ) => Promise<ExtractedSubtitle[]>;
  /** Of every sound that is no silence; nothing where the tool can't measure. */
  readonly measureLoudness: (file: string, options?: { signal?: AbortSignal }) => Promise<Loudness[]>;
  /** A frame that stands for the film, as PNG, upright; null where none could be taken. `workDir` is where it may write. */
  readonly takeStill: (
    file: string,
    options: { durationS: number; signal?: AbortSignal; workDir: string },
  ) => Promise<Buffer | null>;
};
