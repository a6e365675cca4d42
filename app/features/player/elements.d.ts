import type { DetailedHTMLProps, HTMLAttributes } from "react";

type MediaElement = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
  // React 18 passes custom elements their attributes as written.
  class?: string;
};

declare global {
  namespace JSX {
    // JSX elements are declared by merging into this interface.
    // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
    interface IntrinsicElements {
      "media-controller": MediaElement & { hotkeys?: string; gesturesdisabled?: string; autohide?: string };
      "media-control-bar": MediaElement;
      "media-play-button": MediaElement & { notooltip?: string };
      "media-seek-backward-button": MediaElement & { seekoffset?: string; notooltip?: string };
      "media-seek-forward-button": MediaElement & { seekoffset?: string; notooltip?: string };
      "media-time-range": MediaElement;
      "media-time-display": MediaElement & { showduration?: string; notoggle?: string };
      "media-mute-button": MediaElement & { notooltip?: string };
      "media-volume-range": MediaElement;
      "media-playback-rate-button": MediaElement & { rates?: string; notooltip?: string };
      "media-pip-button": MediaElement & { notooltip?: string };
      "media-fullscreen-button": MediaElement & { notooltip?: string };
    }
  }
}
