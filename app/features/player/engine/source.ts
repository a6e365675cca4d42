import type { LinedOptions, Source, SourceOptions } from "./feed.ts";
import { filmStartOf, type FilmStart } from "./film-start.ts";
import { attachHls, isOwnSound } from "./hls-source.ts";
import { keepGrant } from "./keep-grant.ts";
import { openLine } from "./line.ts";
import { attachNative, playsHls } from "./native-source.ts";
import { startFilm, type FilmStarter } from "./starter.ts";
import { attachInTwoStages, fetchLibrary } from "./two-stages.ts";

/**
 * Begins with a starter, which the document may have started already, and continues with hls.js. If scripts can't feed
 * the player, or the server does not know the segments, the browser plays by itself, or hls.js from the start. In each
 * case the URLs are renewed before they expire.
 */
export async function attachSource(options: SourceOptions): Promise<Source> {
  const line = openLine(options);
  const source = await attachBest({ ...options, line });
  const grant = keepGrant(options.playback, options.needFresh);
  return {
    ...source,
    renew(playback) {
      grant.renew(playback);
      source.renew(playback);
    },
    detach() {
      grant.stop();
      line.close();
      source.detach();
    },
  };
}

async function attachBest(options: LinedOptions): Promise<Source> {
  const { media, playback, dataSaver } = options;
  if (isOwnSound(options)) {
    const film = filmStartOf({ ...playback, positionS: options.startS }, dataSaver);
    const starter = media.filmStarter ?? begin(media, film);
    if (starter) return attachInTwoStages(options, starter);
  } else {
    media.filmStarter?.stop();
    delete media.filmStarter;
  }
  const begun = () => playsHls(media) && !media.paused && isOwnSound(options);
  if (begun()) return attachNative(options, { begun: true });
  const Player = await fetchLibrary(options.line);
  // The user may have pressed play while the code was loading.
  if (begun()) return attachNative(options, { begun: true });
  return Player?.isSupported() ? attachHls(Player, options, null) : attachNative(options, { begun: false });
}

function begin(media: HTMLVideoElement, film: FilmStart | null): FilmStarter | null {
  const starter = film && startFilm(film);
  starter?.attach(media);
  return starter;
}
