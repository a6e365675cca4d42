/** A subtitle track in a multivariant playlist. `id` names its files, `language` is a BCP 47 tag. */
export type MasterSubtitle = {
  id: string;
  language: string;
  label: string;
  kind: "subtitles" | "captions";
};

/** The playlist without any subtitles. */
export function withoutSubtitles(master: string): string {
  return master
    .split("\n")
    .filter((line) => !line.startsWith("#EXT-X-MEDIA:TYPE=SUBTITLES,"))
    .map((line) => (line.startsWith("#EXT-X-STREAM-INF:") ? line.replace(',SUBTITLES="subs"', "") : line))
    .join("\n");
}

/**
 * The playlist with exactly these subtitles, each a playlist of its own at `subs/<id>.m3u8`, for players without a
 * page; in a browser the page loads them as files. No track is selected automatically: the viewer chooses.
 */
export function withSubtitles(master: string, tracks: readonly MasterSubtitle[]): string {
  const bare = withoutSubtitles(master);
  if (tracks.length === 0) return bare;
  const named = tracks.map(
    ({ id, language, label, kind }) =>
      `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME=${quoted(label)},LANGUAGE=${quoted(language)},` +
      `DEFAULT=NO,AUTOSELECT=${kind === "captions" ? "YES" : "NO"},FORCED=NO,` +
      // RFC 8216, 4.3.4.1: marks subtitles for the deaf and hard of hearing.
      (kind === "captions"
        ? 'CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound",'
        : "") +
      `URI="subs/${id}.m3u8"`,
  );
  const lines = bare.split("\n");
  const at = lines.findIndex((line) => line.startsWith("#EXT-X-STREAM-INF:"));
  if (at < 0) return bare;
  const head = lines.slice(0, at);
  const variants = lines
    .slice(at)
    .map((line) => (line.startsWith("#EXT-X-STREAM-INF:") ? `${line},SUBTITLES="subs"` : line));
  return [...head, ...named, ...variants].join("\n");
}

/** The text of an attribute: a quoted string can contain neither quotes nor line breaks (RFC 8216, 4.2). */
function quoted(text: string): string {
  return `"${text.replace(/["\r\n]/g, "")}"`;
}
