/** What browsers add to the standard's video element: Safari's own ways to fullscreen, AirPlay and a small window. */
export type MediaElement = HTMLVideoElement & {
  webkitEnterFullscreen?: () => void;
  webkitExitFullscreen?: () => void;
  webkitDisplayingFullscreen?: boolean;
  webkitSupportsFullscreen?: boolean;
  webkitShowPlaybackTargetPicker?: () => void;
  /** AirPlay shows it on another screen. */
  webkitCurrentPlaybackTargetIsWireless?: boolean;
};

/** What a document can do that not every browser's can. */
export type PlayerDocument = Document & {
  webkitFullscreenElement?: Element | null;
  webkitFullscreenEnabled?: boolean;
  webkitExitFullscreen?: () => void;
};

export type PlayerBox = HTMLElement & { webkitRequestFullscreen?: () => void };

/** What state is read from and what requests act on. */
export type Owners = {
  media: MediaElement;
  /** What is shown in fullscreen: the film with its controls. */
  box: PlayerBox;
  document: PlayerDocument;
};

/** @returns the element that is shown in fullscreen, if any */
export function fullscreenElement(document: PlayerDocument): Element | null {
  return document.fullscreenElement ?? document.webkitFullscreenElement ?? null;
}

/** The element's tracks that people read, with the ids their elements have. */
export function subtitleTracks(media: HTMLVideoElement): { id: string; track: TextTrack }[] {
  return [...media.querySelectorAll("track")].map((element) => ({
    id: element.dataset.subtitles ?? "",
    track: element.track,
  }));
}
