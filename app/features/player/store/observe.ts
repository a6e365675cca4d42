import { fullscreenElement, subtitleTracks, type Owners } from "./owners.ts";
import type { Abilities, PlayerFact, Readings } from "./state.ts";

type Tell = (fact: PlayerFact) => void;

/** Each reading, with the events after which it is read again. */
const readings: {
  [Name in keyof Readings]?: {
    read: (owners: Owners) => Readings[Name];
    media?: string[];
    document?: string[];
    tracks?: string[];
    remote?: string[];
  };
} = {
  rate: { read: ({ media }) => media.playbackRate, media: ["ratechange"] },
  volume: { read: ({ media }) => media.volume, media: ["volumechange"] },
  muted: { read: ({ media }) => media.muted, media: ["volumechange"] },
  loop: { read: ({ media }) => media.loop },
  buffered: {
    read: ({ media }) => rangesOf(media.buffered),
    media: ["progress", "seeked", "emptied", "canplay"],
  },
  subtitles: {
    read: ({ media }) =>
      subtitleTracks(media).find(({ track }) => track && track.mode !== "disabled")?.id ?? null,
    tracks: ["change", "addtrack", "removetrack"],
  },
  fullscreen: {
    read: ({ media, box, document }) =>
      fullscreenElement(document) === box || media.webkitDisplayingFullscreen === true,
    document: ["fullscreenchange", "webkitfullscreenchange"],
    media: ["webkitbeginfullscreen", "webkitendfullscreen"],
  },
  pip: {
    read: ({ media, document }) => document.pictureInPictureElement === media,
    media: ["enterpictureinpicture", "leavepictureinpicture"],
  },
  remote: {
    // Safari reports AirPlay by its own property, not by the standard's.
    read: ({ media }) =>
      media.webkitCurrentPlaybackTargetIsWireless ? "connected" : (media.remote?.state ?? "disconnected"),
    media: ["webkitcurrentplaybacktargetiswirelesschanged"],
    remote: ["connecting", "connect", "disconnect"],
  },
};

/** Feeds a store from its owners until the returned function is called. */
export function observe(owners: Owners, tell: Tell): () => void {
  const { media, document } = owners;
  const controller = new AbortController();
  const { signal } = controller;
  const listen = (target: EventTarget | null | undefined, events: string[] | undefined, then: () => void) =>
    events?.forEach((event) => target?.addEventListener(event, then, { signal }));

  for (const [name, reading] of Object.entries(readings)) {
    const take = () => tell({ type: "reading", values: { [name]: reading.read(owners) } });
    listen(media, reading.media, take);
    listen(document, reading.document, take);
    listen(media.textTracks, reading.tracks, take);
    listen(media.remote, reading.remote, take);
    take();
  }
  followMedia(media, tell, signal);
  followAbilities(owners, tell, signal);
  return () => controller.abort();
}

function followMedia(media: HTMLVideoElement, tell: Tell, signal: AbortSignal): void {
  const on = (event: string, fact: () => PlayerFact) =>
    media.addEventListener(event, () => tell(fact()), { signal });
  // Without a source it reports 0, which is no position of the video.
  const positionS = () => (media.readyState > 0 ? media.currentTime : NaN);
  on("durationchange", () => ({ type: "duration", durationS: media.duration }));
  on("play", () => ({ type: "play" }));
  on("playing", () => ({ type: "playing", positionS: positionS() }));
  on("pause", () =>
    media.ended ? { type: "ended", positionS: positionS() } : { type: "pause", positionS: positionS() },
  );
  on("waiting", () => ({ type: "waiting" }));
  on("timeupdate", () => ({ type: "time", positionS: positionS() }));
  on("seeking", () => ({ type: "seeking", positionS: positionS() }));
  on("seeked", () => ({ type: "seeked", positionS: positionS() }));
  on("ended", () => ({ type: "ended", positionS: positionS() }));
  // An iPhone shows only the video in fullscreen: there the browser draws the subtitles, and elsewhere the app does.
  for (const [event, mode] of [
    ["webkitbeginfullscreen", "showing"],
    ["webkitendfullscreen", "hidden"],
  ] as const)
    media.addEventListener(event, () => drawSubtitles(media, mode), { signal });
  if (media.readyState > 0) tell({ type: "duration", durationS: media.duration });
  // The browser's own controls may have started it before scripts ran: catch up.
  if (!media.paused) tell({ type: "playing", positionS: positionS() });
}

function drawSubtitles(media: HTMLVideoElement, mode: "showing" | "hidden"): void {
  for (const { track } of subtitleTracks(media)) if (track.mode !== "disabled") track.mode = mode;
}

/** Abilities of the browser are known at once; it reports later whether there is a remote screen. */
function followAbilities({ media, document }: Owners, tell: Tell, signal: AbortSignal): void {
  let can: Abilities = {
    volume: volumeCanBeSet(document),
    fullscreen: Boolean(
      document.fullscreenEnabled || document.webkitFullscreenEnabled || media.webkitEnterFullscreen,
    ),
    pip: Boolean(document.pictureInPictureEnabled && !media.disablePictureInPicture),
    airplay: false,
    remote: false,
    choice: fedByScripts(media),
  };
  const found = (more: Partial<Abilities>) => {
    can = { ...can, ...more };
    if (!signal.aborted) tell({ type: "reading", values: { can } });
  };
  found({});
  media.addEventListener("loadstart", () => found({ choice: fedByScripts(media) }), { signal });
  media.addEventListener(
    "webkitplaybacktargetavailabilitychanged",
    (event) => found({ airplay: (event as Event & { availability?: string }).availability === "available" }),
    { signal },
  );
  // Safari has both; its users know its own picker.
  if (media.webkitShowPlaybackTargetPicker || !media.remote) return;
  media.remote
    .watchAvailability((available) => found({ remote: available }))
    .then((id) => signal.addEventListener("abort", () => void media.remote.cancelWatchAvailability(id)))
    // A device that may not search for screens in the background offers none.
    .catch(() => undefined);
}

/** On iPhones only the hardware buttons change the volume: a value set here has no effect. */
function volumeCanBeSet(document: Document): boolean {
  const probe = document.createElement("video");
  probe.volume = 0.5;
  return probe.volume === 0.5;
}

/** Whether scripts feed the player; before a source is attached, whether this browser lets them. */
function fedByScripts({ currentSrc, srcObject }: HTMLMediaElement): boolean {
  if (srcObject || currentSrc?.startsWith("blob:")) return true;
  return !currentSrc && ("MediaSource" in globalThis || "ManagedMediaSource" in globalThis);
}

function rangesOf(ranges: TimeRanges): [number, number][] {
  return Array.from({ length: ranges.length }, (_, order) => [ranges.start(order), ranges.end(order)]);
}
