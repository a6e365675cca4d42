import type { CastError } from "./sender.ts";

/** The parts of Google's Cast SDK that are used here (developers.google.com/cast/docs/reference/web_sender). */
export type CastSdk = {
  framework: {
    CastContext: { getInstance(): CastContext };
    RemotePlayer: new () => RemotePlayer;
    RemotePlayerController: new (player: RemotePlayer) => RemotePlayerController;
  };
  chrome: {
    media: {
      MediaInfo: new (contentId: string, contentType: string) => MediaInfo;
      GenericMediaMetadata: new () => object;
      Track: new (id: number, type: string) => object;
      LoadRequest: new (media: MediaInfo) => object;
      EditTracksInfoRequest: new (active: number[]) => object;
    };
    Image: new (url: string) => object;
  };
};

export type CastContext = {
  setOptions(options: { receiverApplicationId: string; autoJoinPolicy: string }): void;
  getCastState(): string;
  getCurrentSession(): CastSession | null;
  requestSession(): Promise<unknown>;
  addEventListener(type: string, listener: (event: { sessionState?: string }) => void): void;
  removeEventListener(type: string, listener: (event: { sessionState?: string }) => void): void;
};

export type CastSession = {
  getCastDevice(): { friendlyName: string };
  getMediaSession(): MediaSession | null;
  loadMedia(request: object): Promise<unknown>;
  endSession(stopCasting: boolean): void;
};

export type MediaSession = {
  media: MediaInfo | null;
  activeTrackIds: number[] | null;
  idleReason: string | null;
  playerState: string;
  editTracksInfo(request: object, done: () => void, failed: () => void): void;
};

export type MediaInfo = { customData?: unknown };

export type RemotePlayer = {
  currentTime: number;
  duration: number;
  volumeLevel: number;
  isMuted: boolean;
};

export type RemotePlayerController = {
  addEventListener(type: string, listener: () => void): void;
  playOrPause(): void;
  seek(): void;
  setVolumeLevel(): void;
  muteOrUnmute(): void;
};

type CastWindow = Window & {
  __onGCastApiAvailable?: (available: boolean) => void;
  cast?: { framework?: CastSdk["framework"] };
  chrome?: { cast?: CastSdk["chrome"] };
};

const address = "https://www.gstatic.com/cv/js/sender/v1/cast_sender.js?loadCastFramework=1";
/** Milliseconds until the script counts as blocked: some blockers answer with nothing. */
const longestMs = 15_000;

/**
 * Loads Google's script: the first request to Google, and made for a user who casts.
 * @throws CastError blocked · browser
 */
export async function loadGoogleSdk(window: CastWindow, document: Document): Promise<CastSdk> {
  if (!found(window)) await addScript(window, document);
  const sdk = found(window);
  if (!sdk) throw castError("browser");
  return sdk;
}

function addScript(window: CastWindow, document: Document): Promise<void> {
  const script = document.createElement("script");
  const loaded = new Promise<void>((resolve, reject) => {
    const blocked = () => reject(castError("blocked"));
    window.__onGCastApiAvailable = (available) => (available ? resolve() : reject(castError("browser")));
    script.addEventListener("error", blocked);
    setTimeout(blocked, longestMs);
  });
  script.src = address;
  document.head.append(script);
  return loaded.finally(() => script.remove());
}

function found({ cast, chrome }: CastWindow): CastSdk | null {
  const [framework, base] = [cast?.framework, chrome?.cast];
  return framework && base ? { framework, chrome: base } : null;
}

export function castError(problem: CastError["problem"]): CastError {
  return Object.assign(new Error(`Casting: ${problem}`), { problem });
}
