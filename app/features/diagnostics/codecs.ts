/** Formats that renditions have or could have: name, and media type (RFC 6381). */
export const formats = [
  ["HLS", "application/vnd.apple.mpegurl"],
  ["H.264 + AAC", 'video/mp4; codecs="avc1.640028, mp4a.40.2"'],
  ["HEVC", 'video/mp4; codecs="hvc1.1.6.L93.B0"'],
  ["VP9", 'video/webm; codecs="vp09.00.10.08"'],
  ["AV1", 'video/mp4; codecs="av01.0.05M.08"'],
  ["Opus", 'audio/webm; codecs="opus"'],
  ["FLAC", 'audio/mp4; codecs="flac"'],
  ["AC-3", 'audio/mp4; codecs="ac-3"'],
] as const;

/** `native`: the element by itself. `fed`: through Media Source Extensions, as hls.js does; null without them. */
export type CodecSupport = {
  name: string;
  native: "probably" | "maybe" | "no";
  fed: boolean | null;
};

/** The formats this browser says it can play. */
export function codecSupport(): CodecSupport[] {
  const video = document.createElement("video");
  const source = globalThis as { ManagedMediaSource?: typeof MediaSource; MediaSource?: typeof MediaSource };
  const fed = source.ManagedMediaSource ?? source.MediaSource;
  return formats.map(([name, type]) => ({
    name,
    native: video.canPlayType(type) || "no",
    fed: fed ? fed.isTypeSupported(type) : null,
  }));
}
