/** Browsers' additions to the standard's video element: Safari's own fullscreen, AirPlay and picture-in-picture. */
export type MediaElement = HTMLVideoElement & {
  webkitEnterFullscreen?: () => void;
  webkitExitFullscreen?: () => void;
  webkitDisplayingFullscreen?: boolean;
  webkitSupportsFullscreen?: boolean;
  webkitShowPlaybackTargetPicker?: () => void;
  /** AirPlay shows it on another screen. */
  webkitCurrentPlaybackTargetIsWireless?: boolean;
};

/** Abilities of a document that not every browser has. */
export type PlayerDocument = Document & {
  webkitFullscreenElement?: Element | null;
  webkitFullscreenEnabled?: boolean;
  webkitExitFullscreen?: () => void;
};

export type PlayerBox = HTMLElement & { webkitRequestFullscreen?: () => void };

/** The objects that state is read from and that requests change. */
export type Owners = {
  media: MediaElement;
  /** The element shown in fullscreen: the video with its controls. */
  box: PlayerBox;
  document: PlayerDocument;
};

/** @returns the element that is shown in fullscreen, if any */
export function fullscreenElement(document: PlayerDocument): Element | null {
  return document.fullscreenElement ?? document.webkitFullscreenElement ?? null;
}

/** The element's subtitle tracks, with the ids of their elements. */
export function subtitleTracks(media: HTMLVideoElement): { id: string; track: TextTrack }[] {
  return [...media.querySelectorAll("track")].map((element) => ({
    id: element.dataset.subtitles ?? "",
    track: element.track,
  }));
}
