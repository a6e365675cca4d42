import type { MediaTool } from "../../ports/media.ts";
import { encodeAdded } from "./encode-added.ts";
import { encodeLadder } from "./encode-hls.ts";
import type { EncodeLimits } from "./ladder-command.ts";
import { extractSubtitles } from "./extract-subtitles.ts";
import { extractSpeech } from "./extract-speech.ts";
import { locateTool } from "./locate.ts";
import { measureLoudness } from "./measure-loudness.ts";
import type { HasDevice } from "./probe-hardware.ts";
import { probeFile } from "./probe.ts";
import { requireToneMapping } from "./read-picture.ts";
import { takeStill } from "./take-still.ts";
import { tuneLadder } from "./tune-ladder.ts";

export type FfmpegMediaOptions = {
  /** Path of an ffmpeg of version 5 or later; an ffprobe is expected beside it or on the search path. */
  readonly ffmpegPath?: string | undefined;
  /** Accept the old build inside the npm packages. For the demo and for tests only. */
  readonly anyVersion?: boolean | undefined;
  /** Folders to look in, separated by colons. Default: the usual ones. */
  readonly searchPath?: string | undefined;
  /** Whether this machine has a device, for tests. */
  readonly hasDevice?: HasDevice | undefined;
  /** Write one file for each rendition and further sound, instead of one for each segment. Default false. */
  readonly joined?: boolean | undefined;
};

const LIMITS: EncodeLimits = {
  timeoutPerSecondMs: 10_000,
  maxDurationS: 6 * 3600,
  maxPixels: 8192 * 4320,
};

/** AV1 and HEVC take several times as long. */
const ADDED_LIMITS: EncodeLimits = { ...LIMITS, timeoutPerSecondMs: 4 * LIMITS.timeoutPerSecondMs };

/**
 * Creates the media port on top of ffmpeg, after asking ffmpeg once for its abilities. Rejects with MediaError
 * `unavailable` when it finds no usable ffmpeg.
 */
export const createFfmpegMedia = async (options: FfmpegMediaOptions = {}): Promise<MediaTool> => {
  const { joined = false } = options;
  const tool = await locateTool(options);
  return {
    abilities: tool.abilities,
    probe: async (file, call) => {
      const found = await probeFile(tool.ffprobe, file, call?.signal);
      requireToneMapping(tool, found.picture);
      return found;
    },
    encodeHls: (request) => encodeLadder(tool, request, { ...LIMITS, joined }),
    tuneLadder: (request) => tuneLadder(tool, request, LIMITS),
    encodeAdded: (request) => encodeAdded(tool, request, { ...ADDED_LIMITS, joined }),
    extractSubtitles: (file, call) => extractSubtitles(tool, file, call),
    extractSpeech: (file, call) => extractSpeech(tool, file, call),
    measureLoudness: (file, call) => measureLoudness(tool, file, call?.signal),
    takeStill: (file, call) => takeStill(tool, file, call),
  };
};
