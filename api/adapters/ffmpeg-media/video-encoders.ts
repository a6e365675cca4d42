import type { EncoderChoice, EncoderKind, MediaAbilities, VideoCodec } from "../../ports/media.ts";
import { MediaError } from "./media-error.ts";
import type { Rung } from "./rungs.ts";

/** One encoder of ffmpeg, and how it is used. */
export type VideoEncoder = {
  readonly codec: VideoCodec;
  readonly kind: EncoderKind;
  /** As ffmpeg calls it. */
  readonly name: string;
  /** Options before the inputs, which open its device. */
  readonly device: readonly string[];
  /** The last filters of a picture: into the form that it takes. */
  readonly format: string;
  /** Options that choose quality and largest rate of a rung. */
  readonly quality: (rung: Rung) => string[];
};

/** The first processor for graphics, as Linux names it. */
const RENDER_NODE = "/dev/dri/renderD128";

const most = ({ maxKbps }: Rung): string[] => ["-maxrate", `${maxKbps}k`, "-bufsize", `${maxKbps * 2}k`];
/** Encoders of graphics processors have no quality that means the same for all: they get a mean rate. */
const meanOf = ({ maxKbps }: Rung): string => `${Math.round(maxKbps * 0.7)}k`;

/** With the preset `medium`: more effort for fewer bits at the same score (decision 074). */
const careful: readonly string[] = ["-psy", "0", "-aq-mode", "2", "-refs", "3", "-bf", "8"];

const inSoftware = (codec: VideoCodec, name: string) =>
  ({ codec, kind: "software", name, device: [], format: "format=yuv420p" }) as const;

/** Software of one codec, the first that an ffmpeg has. A further codec's CRF costs about 65 % of H.264's bits. */
const software: readonly VideoEncoder[] = [
  {
    ...inSoftware("h264", "libx264"),
    // prettier-ignore
    quality: (rung) => [
      "-preset", rung.tuned ? "medium" : "veryfast", "-profile:v", rung.profile, "-crf", `${rung.crf}`,
      ...most(rung), ...(rung.tuned ? careful : ["-aq-mode", "3"]), "-sc_threshold", "0",
    ],
  },
  {
    ...inSoftware("av1", "libsvtav1"),
    // prettier-ignore
    quality: (rung) => [
      "-preset", "8", "-crf", `${rung.crf + 15}`, ...most(rung), "-svtav1-params", "enable-force-key-frames=1",
    ],
  },
  {
    ...inSoftware("av1", "libaom-av1"),
    // prettier-ignore
    quality: (rung) => [
      "-cpu-used", "7", "-row-mt", "1", "-crf", `${rung.crf + 11}`, "-b:v", `${rung.maxKbps}k`,
    ],
  },
  {
    ...inSoftware("hevc", "libx265"),
    // prettier-ignore
    quality: (rung) => [
      "-preset", "fast", "-crf", `${rung.crf + 2}`, ...most(rung), "-forced-idr", "1", "-tag:v", "hvc1",
      "-x265-params", "scenecut=0:open-gop=0:log-level=error",
    ],
  },
];

const tagOf = (codec: VideoCodec): string[] => (codec === "hevc" ? ["-tag:v", "hvc1"] : []);

const hardwareOf = (codec: VideoCodec): VideoEncoder[] => [
  {
    codec,
    kind: "nvenc",
    name: `${codec}_nvenc`,
    device: [],
    format: "format=yuv420p",
    // prettier-ignore
    quality: (rung) => [
      "-preset", "p5", "-rc", "vbr", "-b:v", meanOf(rung), ...most(rung), "-forced-idr", "1", "-no-scenecut", "1",
      ...tagOf(codec),
    ],
  },
  {
    codec,
    kind: "qsv",
    name: `${codec}_qsv`,
    device: [],
    format: "format=nv12",
    // prettier-ignore
    quality: (rung) => [
      "-preset", "medium", "-b:v", meanOf(rung), ...most(rung), "-forced_idr", "1", ...tagOf(codec),
    ],
  },
  {
    codec,
    kind: "vaapi",
    name: `${codec}_vaapi`,
    device: ["-vaapi_device", RENDER_NODE],
    format: "format=nv12,hwupload",
    quality: (rung) => ["-rc_mode", "VBR", "-b:v", meanOf(rung), ...most(rung), ...tagOf(codec)],
  },
];

/** All that this adapter can use, of graphics processors first. */
export const hardwareEncoders: readonly VideoEncoder[] = (["h264", "hevc", "av1"] as const).flatMap(
  hardwareOf,
);

/** What H.264 is encoded by where nothing else is chosen. */
export const softwareH264: VideoEncoder = software[0]!;

/** Names of all software encoders, to be looked for among those of an ffmpeg. */
export const softwareNames: readonly string[] = software.map(({ name }) => name);

/**
 * The encoders to try for a codec, one after another: that of the wanted kind if it passed its test, then software.
 * Throws MediaError `no_encoder` where the tool has none.
 */
export const encodersFor = (
  { encoders }: Pick<MediaAbilities, "encoders">,
  codec: VideoCodec,
  choice: EncoderChoice = "software",
): VideoEncoder[] => {
  const usable = (one: VideoEncoder) => one.codec === codec && encoders.includes(one.name);
  const wanted = (one: VideoEncoder) => choice === "automatic" || one.kind === choice;
  const device = hardwareEncoders.filter(usable).find(wanted);
  const own = software.find(usable);
  const found = [...(device ? [device] : []), ...(own ? [own] : [])];
  if (found.length === 0) throw new MediaError("no_encoder", `The video tool has no encoder for ${codec}.`);
  return found;
};
