import type { Page } from "@playwright/test";

/** A film as it was given to the stand-in of a Chromecast. */
export type CastLoad = {
  media: {
    contentId: string;
    contentType: string;
    metadata: { title: string; images: { url: string }[] };
    tracks: { trackContentId: string; language: string; name: string }[];
  };
  currentTime: number;
  activeTrackIds: number[];
};

/** The stand-in's state; `playerState` and `idleReason` as the SDK writes them. */
export type FakeCast = {
  loads: CastLoad[];
  currentTime: number;
  playerState: string;
  idleReason: string | null;
  activeTrackIds: number[];
  /** Somebody at the screen ends the session. */
  end: () => void;
  /** The screen fails. */
  fail: () => void;
};

type FakeWindow = Window & { fakeCast?: FakeCast };

/**
 * Answers the page's request for Google's Cast SDK by a stand-in, with a screen that plays whatever it is sent without
 * fetching it.
 * @param screen name of the screen; null = there is none
 */
export async function standInForCast(page: Page, screen: string | null): Promise<{ asked: string[] }> {
  const asked: string[] = [];
  await page.route("https://www.gstatic.com/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: "text/javascript",
      body: `(${installCastSdk.toString()})(${JSON.stringify(screen)})`,
    });
  });
  return { asked };
}

/** The stand-in's state, as it becomes. */
export const castOf = (page: Page) =>
  page.evaluate(() => {
    const { loads, currentTime, playerState, activeTrackIds } = (window as FakeWindow).fakeCast!;
    return { loads, currentTime, playerState, activeTrackIds };
  });

export const atScreen = (page: Page, does: "end" | "fail") =>
  page.evaluate((does) => (window as FakeWindow).fakeCast![does](), does);

/** Runs in the page, as the SDK would. */
function installCastSdk(screen: string | null): void {
  class Given {
    constructor(...given: unknown[]) {
      const [first, second] = given;
      if (Array.isArray(first)) Object.assign(this, { activeTrackIds: first });
      else if (typeof first === "object") Object.assign(this, { media: first });
      else if (typeof first === "number") Object.assign(this, { trackId: first, type: second });
      else if (second !== undefined) Object.assign(this, { contentId: first, contentType: second });
      else if (first !== undefined) Object.assign(this, { url: first });
    }
  }
  const listeners = new Map<string, Set<(event: object) => void>>();
  const on = (type: string, listener: (event: object) => void) =>
    void listeners.set(type, (listeners.get(type) ?? new Set()).add(listener));
  const fire = (type: string, event: object = {}) =>
    listeners.get(type)?.forEach((listener) => listener(event));
  const changed = () => fire("anyChanged");
  const player = { currentTime: 0, duration: 0, volumeLevel: 1, isMuted: false };
  let session: object | null = null;
  let media: {
    media: object;
    playerState: string;
    idleReason: string | null;
    activeTrackIds: number[];
  } | null = null;
  const become = (playerState: string, idleReason: string | null = null) => {
    if (!media) return;
    Object.assign(media, { playerState, idleReason });
    changed();
  };
  const begin = () => {
    session = {
      getCastDevice: () => ({ friendlyName: screen }),
      getMediaSession: () =>
        media && {
          ...media,
          editTracksInfo(request: { activeTrackIds: number[] }, done: () => void) {
            media!.activeTrackIds = request.activeTrackIds;
            done();
          },
        },
      async loadMedia(request: CastLoad & { autoplay: boolean }) {
        fakeCast.loads.push(request);
        const { currentTime, activeTrackIds, autoplay } = request;
        Object.assign(player, { currentTime, duration: (request.media as { duration?: number }).duration });
        media = { media: request.media, playerState: "BUFFERING", idleReason: null, activeTrackIds };
        changed();
        become(autoplay ? "PLAYING" : "PAUSED");
      },
      endSession: end,
    };
    fire("sessionstatechanged", { sessionState: "SESSION_STARTED" });
  };
  function end() {
    session = media = null;
    fire("sessionstatechanged", { sessionState: "SESSION_ENDED" });
  }
  setInterval(() => {
    if (media?.playerState !== "PLAYING") return;
    player.currentTime += 0.25;
    changed();
  }, 250);
  const context = {
    setOptions: () => undefined,
    getCastState: () => (screen === null ? "NO_DEVICES_AVAILABLE" : "NOT_CONNECTED"),
    getCurrentSession: () => session,
    requestSession: async () => begin(),
    addEventListener: on,
    removeEventListener: (type: string, listener: (event: object) => void) =>
      void listeners.get(type)?.delete(listener),
  };
  const controller = {
    addEventListener: on,
    playOrPause: () => become(media?.playerState === "PLAYING" ? "PAUSED" : "PLAYING"),
    seek: changed,
    setVolumeLevel: changed,
    muteOrUnmute() {
      player.isMuted = !player.isMuted;
      changed();
    },
  };
  const fakeCast: FakeCast = {
    loads: [],
    get currentTime() {
      return player.currentTime;
    },
    get playerState() {
      return media?.playerState ?? "IDLE";
    },
    get idleReason() {
      return media?.idleReason ?? null;
    },
    get activeTrackIds() {
      return media?.activeTrackIds ?? [];
    },
    end,
    fail: () => become("IDLE", "ERROR"),
  };
  const names = ["MediaInfo", "GenericMediaMetadata", "Track", "LoadRequest", "EditTracksInfoRequest"];
  const chrome = { Image: Given, media: Object.fromEntries(names.map((name) => [name, Given])) };
  const framework = {
    CastContext: { getInstance: () => context },
    RemotePlayer: function () {
      return player;
    },
    RemotePlayerController: function () {
      return controller;
    },
  };
  const page = window as unknown as {
    chrome?: object;
    __onGCastApiAvailable: (available: boolean) => void;
  };
  Object.assign((page.chrome ??= {}), { cast: chrome });
  Object.assign(window, { cast: { framework }, fakeCast });
  page.__onGCastApiAvailable(true);
}
