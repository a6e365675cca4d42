/**
 * In the order of a magnet's life: `waiting-metadata` = its metadata is fetched from peers · `choose` = an admin
 * chooses files · `waiting` = in the queue · `verifying` = the downloaded data is hashed again · `importing` = it
 * becomes stored files and encodings · `done` = these exist; `seeding` tells whether it still uploads.
 */
export const magnetStates = [
  "waiting-metadata",
  "choose",
  "waiting",
  "downloading",
  "paused",
  "verifying",
  "importing",
  "done",
  "failed",
  "cancelled",
] as const;
export type MagnetState = (typeof magnetStates)[number];

/** What an admin can do to a magnet. */
export const magnetActions = ["pause", "resume", "retry", "cancel", "remove", "stop-seeding"] as const;
export type MagnetAction = (typeof magnetActions)[number];

export const encodingStates = ["waiting", "encoding", "paused", "ready", "failed", "cancelled"] as const;
export const encodingPhases = ["reading", "preview", "ladder", "added"] as const;
export type EncodingPhase = (typeof encodingPhases)[number];
/** Codecs in which an encoded video can get further renditions beside H.264. */
export const addedCodecs = ["av1", "hevc"] as const;
export type AddedCodec = (typeof addedCodecs)[number];
/** As their makers write them, in every language. */
export const codecNames = { h264: "H.264", av1: "AV1", hevc: "HEVC" } as const;
/** Most file systems allow 255 bytes. */
export const longestFileName = 255;
/** Larger than any real subtitle file, even one that positions every sign of a movie. */
export const mostSubtitleBytes = 4_000_000;
export const longestSubtitleLabel = 80;

/** Work of the background that admins follow, each with its own table; one more kind is one more entry of `jobSources`. */
export const jobKinds = ["encoding", "magnet", "subtitles", "import", "captions"] as const;
export type JobKind = (typeof jobKinds)[number];

/** `choose` = an admin has to choose files. Those that count as open come first. */
export const jobStates = ["failed", "choose", "running", "waiting", "paused", "done", "cancelled"] as const;
export type JobState = (typeof jobStates)[number];
export const openJobStates = ["failed", "choose", "running", "waiting", "paused"] as const;
export type OpenJobState = (typeof openJobStates)[number];

/** What an admin can do to a job on the screen of all jobs. */
export const jobActions = ["retry", "cancel"] as const;
export type JobAction = (typeof jobActions)[number];

/** Differences to TMDB that are shown, and filled in, at once. */
export const mostTmdbFields = 1_000;

export const captioningStates = ["waiting", "running", "done", "failed", "cancelled"] as const;
/** `sound` = the sound is read from the video · `speech` = the program writes down what is said. */
export const captioningPhases = ["sound", "speech"] as const;
export type CaptioningPhase = (typeof captioningPhases)[number];
/**
 * Why captions were not made. `silent` = nothing is said · `garbled` = the program wrote no subtitles · `taken` = the
 * language has others, which an admin made or corrected.
 */
export const captioningProblems = [
  "no_tool",
  "tool_failed",
  "garbled",
  "silent",
  "too_large",
  "timeout",
  "taken",
  "no_sound",
  "no_video",
  "damaged",
  "disk_full",
  "storage_away",
  "worker_died",
] as const;
export type CaptioningProblem = (typeof captioningProblems)[number];

/** The longest text of one cue. */
export const longestCue = 2_000;
/** Cues of one page of the admin area, and of one save. */
export const cuesPerPage = 40;
