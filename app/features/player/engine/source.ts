import type { LinedOptions, Source, SourceOptions } from "./feed.ts";
import { earlySourceOf, type EarlySource } from "../../../performance/early-source.ts";
import { offerAirPlay } from "./airplay.ts";
import { attachHls, isOwnSound } from "./hls-source.ts";
import { keepGrant } from "./keep-grant.ts";
import { openLine } from "./line.ts";
import { attachNative, playsHls } from "./native-source.ts";
import { startEarlyPlayback, type EarlyPlayback } from "../../../performance/early-playback.ts";
import { holdPictures } from "../../../performance/hold-pictures.ts";
import { attachWithHandover, fetchLibrary } from "./source-handover.ts";

/**
 * Begins with early playback, which the document may have started already, and continues with hls.js. If scripts can't feed
 * the player, or the server does not know the segments, the browser plays by itself, or hls.js from the start. In each
 * case the URLs are renewed before they expire.
 */
export async function attachSource(options: SourceOptions): Promise<Source> {
  const { media, playback } = options;
  const line = openLine(options);
  let source = await attachBest({ ...options, line });
  const grant = keepGrant(playback, options.needFresh);
  const airPlay = offerAirPlay(options);
  return {
    chooseRendition: (name) => source.chooseRendition(name),
    chooseAudio: (id) => source.chooseAudio(id),
    retry: () => source.retry(),
    rest: () => source.rest(),
    renew(fresh) {
      grant.renew(fresh);
      source.renew(fresh);
    },
    toNative() {
      const hls = airPlay.url();
      if (hls === null || !media.getAttribute("src")?.startsWith("blob:")) return;
      const place = { startS: media.currentTime, autoplay: !media.paused };
      source.detach();
      source = attachNative({ ...options, ...place, line, playback: { ...playback, hls } }, { begun: false });
    },
    detach() {
      airPlay.stop();
      grant.stop();
      line.close();
      // An element whose source is taken away chooses one of these, which are for pages without scripts, and loads it.
      for (const one of media.querySelectorAll("source")) one.removeAttribute("src");
      source.detach();
    },
  };
}

async function attachBest(options: LinedOptions): Promise<Source> {
  const { media, playback, dataSaver } = options;
  if (isOwnSound(options)) {
    const episode = earlySourceOf({ ...playback, positionS: options.startS }, dataSaver);
    const earlyPlayback = media.earlyPlayback ?? begin(media, episode);
    if (earlyPlayback) return attachWithHandover(options, earlyPlayback);
  } else {
    media.earlyPlayback?.stop();
    delete media.earlyPlayback;
  }
  const begun = () => playsHls(media) && !media.paused && isOwnSound(options);
  if (begun()) return attachNative(options, { begun: true });
  const Player = await fetchLibrary(options.line);
  // The user may have pressed play while the code was loading.
  if (begun()) return attachNative(options, { begun: true });
  return Player?.isSupported() ? attachHls(Player, options, null) : attachNative(options, { begun: false });
}

function begin(media: HTMLVideoElement, episode: EarlySource | null): EarlyPlayback | null {
  const earlyPlayback = episode && startEarlyPlayback(episode);
  if (!earlyPlayback) return null;
  holdPictures(earlyPlayback);
  earlyPlayback.attach(media);
  return earlyPlayback;
}
