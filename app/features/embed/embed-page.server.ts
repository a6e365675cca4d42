import { createHash } from "node:crypto";
import type { TFunction } from "i18next";
import type { Episode, Movie, PlaybackStart } from "../../../contract/index.ts";
import { directionOf, languageTag, type Locale } from "../../../contract/locales.ts";
import { embedBarPx, embedPath } from "../../lib/embed-code.ts";
import { episodeTitle } from "../../lib/episode-words.ts";
import { inLanguage } from "../../lib/request-language.ts";
import { escapeXml } from "../../lib/xml.ts";

/** What stands in place of the player: who watches needs a membership, or there is no video yet. */
export type Closed = "needs" | "soon";

export type Embedded = {
  movie: Movie;
  episode: Episode;
  /** What is played, or why nothing is. */
  stage: { playback: PlaybackStart } | { closed: Closed };
  t: TFunction;
  locale: Locale;
  /** The service's own language, in which addresses name none. */
  own: Locale;
  origin: string;
  /** Seconds at which it begins. */
  fromS: number;
};

const style = `
*{box-sizing:border-box}
body{margin:0;height:100vh;display:grid;grid-template-rows:${embedBarPx}px minmax(0,1fr);background:#000;color:#fff;font:500 14px/1.3 system-ui,sans-serif}
header{display:flex;align-items:center;gap:12px;padding-inline:12px 6px;min-width:0}
h1{flex:1;min-width:0;margin:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font:inherit}
a{flex:none;max-width:60%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;padding:7px 12px;border-radius:99px;background:rgb(255 255 255/.16);color:inherit;text-decoration:none}
a:hover{background:rgb(255 255 255/.26)}
a:focus-visible{outline:2px solid #fff;outline-offset:2px}
video,.closed{width:100%;height:100%;min-height:0}
.closed{display:grid;place-items:center;position:relative;text-align:center}
img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover;opacity:.4}
p{position:relative;margin:0;padding:16px;font-size:16px;font-weight:600;text-shadow:0 1px 4px #000}
`;
const styleHash = createHash("sha256").update(style).digest("base64");

/**
 * The page that other sites show in a frame: the browser's own player, no script and no cookie. It is the same for
 * everyone: the addresses of its video are signed when the video is asked for (`streamOf`).
 */
export function embedPage(embedded: Embedded): string {
  const { movie, episode, stage, t, locale, origin } = embedded;
  const name = t("app.name");
  const part = movie.kind === "series" ? episodeTitle(t, episode, movie.seasons) : null;
  const title = part === null ? movie.title : `${movie.title} · ${part}`;
  const still = episode.still
    ? `${episode.still.path}-640.webp?v=${episode.still.version}`
    : `${movie.artwork.path}/backdrop-1280.webp?v=${movie.artwork.version}`;
  const page = inLanguage(
    `${origin}/video/${movie.id}${episode.index === 1 ? "" : `/${episode.index}`}`,
    locale,
    embedded.own,
  );
  const body =
    "playback" in stage
      ? video(embedded, { playback: stage.playback, title, still })
      : `<div class="closed"><img src="${still}" alt=""><p>${escapeXml(t(`embed.${stage.closed}`, { name }))}</p></div>`;
  return `<!doctype html>
<html lang="${languageTag(locale)}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeXml(title)}</title>
<link rel="canonical" href="${escapeXml(page)}">
<style>${style}</style>
</head>
<body>
<header><h1 dir="auto">${escapeXml(title)}</h1><a href="${escapeXml(page)}" target="_blank" rel="noopener">${escapeXml(t("embed.watch", { name }))}</a></header>
${body}
</body>
</html>
`;
}

function video(
  { movie: { id }, episode: { index }, locale, fromS }: Embedded,
  { playback, title, still }: { playback: PlaybackStart; title: string; still: string },
): string {
  const stream = (file: string) => `${embedPath(id, 1)}/${index}/${file}`;
  const from = fromS > 0 ? `#t=${fromS}` : "";
  const tracks = playback.subtitles.map(
    ({ id: track, locale: language, label, kind }) =>
      `<track src="${escapeXml(stream(`subtitles-${track}.vtt`))}" kind="${kind}" srclang="${escapeXml(language)}" label="${escapeXml(label)}"${language === locale ? " default" : ""}>`,
  );
  return `<video controls playsinline preload="none" poster="${still}" aria-label="${escapeXml(title)}">
<source src="${stream("stream.m3u8")}${from}" type="application/vnd.apple.mpegurl">
<source src="${stream("stream.mp4")}${from}" type="video/mp4">
${tracks.join("\n")}
</video>`;
}

/**
 * The policy of that page: it loads nothing but pictures and video, and the sites may show it.
 * @param sites as the setting `embedSites`
 */
export function embedPolicy(sites: string, stage: Embedded["stage"]): string {
  const media = "playback" in stage ? elsewhere(stage.playback.start.media) : "";
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "img-src 'self'",
    `media-src 'self'${media}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors 'self' ${sites}`,
  ].join("; ");
}

/** The server that sends the media, where it is another one. */
function elsewhere(address: string): string {
  return URL.canParse(address) ? ` ${new URL(address).origin}` : "";
}

/**
 * What a part of the page leads to, signed now.
 * @param name `stream.m3u8`, `stream.mp4` or `subtitles-<track>.vtt`
 * @returns null for no such part
 */
export function streamOf({ hls, progressive, subtitles }: PlaybackStart, name: string): string | null {
  if (name === "stream.m3u8") return hls;
  if (name === "stream.mp4") return progressive;
  const track = /^subtitles-([\w-]{1,80})\.vtt$/.exec(name)?.[1];
  return subtitles.find(({ id }) => id === track)?.url ?? null;
}
