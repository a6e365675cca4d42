/** A subtitle track as a multivariant playlist names it. `id` names its files, `language` is a BCP 47 tag. */
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
 * The playlist with exactly these subtitles, each a playlist of its own at `subs/<id>.m3u8`, for players that know no
 * page: a browser's page brings them as files. Never chosen by itself: what is shown is the viewer's choice.
 */
export function withSubtitles(master: string, tracks: readonly MasterSubtitle[]): string {
  const bare = withoutSubtitles(master);
  if (tracks.length === 0) return bare;
  const named = tracks.map(
    ({ id, language, label, kind }) =>
      `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME=${quoted(label)},LANGUAGE=${quoted(language)},` +
      `DEFAULT=NO,AUTOSELECT=${kind === "captions" ? "YES" : "NO"},FORCED=NO,` +
      // RFC 8216, 4.3.4.1: what marks subtitles for the deaf and hard of hearing.
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

/** An attribute's text: a quoted string can hold neither quotes nor line breaks (RFC 8216, 4.2). */
function quoted(text: string): string {
  return `"${text.replace(/["\r\n]/g, "")}"`;
}
