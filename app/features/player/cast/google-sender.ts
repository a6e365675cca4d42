import { castError, loadGoogleSdk, type CastContext, type CastSdk, type CastSession } from "./google-sdk.ts";
import type { CastMedia, ReceiverState, Sender, SenderEvent } from "./sender.ts";

/** Milliseconds in which the browser finds the screens around, once it begins to look for them. */
const searchMs = 2_500;
const idle: ReceiverState["phase"] = "idle";
const phases: Record<string, ReceiverState["phase"]> = {
  PLAYING: "playing",
  PAUSED: "paused",
  BUFFERING: "loading",
  LOADING: "loading",
};
const idleReasons: Record<string, ReceiverState["phase"]> = { FINISHED: "ended", ERROR: "failed" };

/** What the page has given a receiver, and gets back from it when it joins its session again. */
type Sent = { item: string; tracks: string[] };

/**
 * Steers a Chromecast by Google's SDK. Its strings are written out here: they are the protocol's own.
 * @param receiver id of the receiver app
 * @throws CastError blocked · browser
 */
export async function openGoogleSender(receiver: string): Promise<Sender> {
  const sdk = await loadGoogleSdk(window, document);
  const context = sdk.framework.CastContext.getInstance();
  const listeners = new Set<(event: SenderEvent) => void>();
  const tell = (event: SenderEvent) => listeners.forEach((listener) => listener(event));
  context.addEventListener("sessionstatechanged", ({ sessionState }) => {
    const session = context.getCurrentSession();
    if (session && (sessionState === "SESSION_STARTED" || sessionState === "SESSION_RESUMED"))
      tell({ type: "connected", device: session.getCastDevice().friendlyName });
    if (sessionState === "SESSION_ENDED") tell({ type: "ended" });
  });
  // A page that comes back joins the session it had.
  context.setOptions({ receiverApplicationId: receiver, autoJoinPolicy: "origin_scoped" });
  const player = new sdk.framework.RemotePlayer();
  const controller = new sdk.framework.RemotePlayerController(player);
  controller.addEventListener("anyChanged", () => tell({ type: "state" }));
  const media = () => context.getCurrentSession()?.getMediaSession() ?? null;
  /** The SDK knows one switch for both. */
  const playOrPause = (wanted: "playing" | "paused") => {
    const phase = phaseOf(media());
    if (phase !== wanted && (phase === "playing" || phase === "paused" || phase === "loading"))
      controller.playOrPause();
  };
  const sentOf = () => (media()?.media?.customData ?? null) as Sent | null;

  return {
    choose: () => choose(context),
    load: (wanted) => load(sdk, context.getCurrentSession(), wanted),
    play: () => playOrPause("playing"),
    pause: () => playOrPause("paused"),
    seek(toS) {
      player.currentTime = toS;
      controller.seek();
    },
    volume(share) {
      player.volumeLevel = share;
      controller.setVolumeLevel();
      if (player.isMuted) controller.muteOrUnmute();
    },
    mute(on) {
      if (player.isMuted !== on) controller.muteOrUnmute();
    },
    subtitles(id) {
      const order = id === null ? -1 : (sentOf()?.tracks.indexOf(id) ?? -1);
      const request = new sdk.chrome.media.EditTracksInfoRequest(order < 0 ? [] : [order + 1]);
      const told = () => tell({ type: "state" });
      media()?.editTracksInfo(request, told, told);
    },
    end: () => context.getCurrentSession()?.endSession(true),
    state() {
      const [playing, sent] = [media(), sentOf()];
      const [active] = playing?.activeTrackIds ?? [];
      return {
        item: sent?.item ?? null,
        phase: phaseOf(playing),
        positionS: player.currentTime,
        durationS: player.duration,
        volume: player.volumeLevel,
        muted: player.isMuted,
        subtitles: active === undefined ? null : (sent?.tracks[active - 1] ?? null),
      };
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function phaseOf(media: { playerState: string; idleReason: string | null } | null): ReceiverState["phase"] {
  if (!media) return idle;
  return phases[media.playerState] ?? idleReasons[media.idleReason ?? ""] ?? idle;
}

async function choose(context: CastContext): Promise<void> {
  // A session that is joined again says so by its own event.
  if (context.getCurrentSession()) return;
  if (!(await hasScreens(context))) throw castError("noDevice");
  try {
    await context.requestSession();
  } catch (code) {
    if (code === "cancel") throw castError("cancelled");
    throw castError(code === "receiver_unavailable" ? "noDevice" : "failed");
  }
}

/** The browser knows of none at first, and needs a moment to find them. */
function hasScreens(context: CastContext): Promise<boolean> {
  const has = () => context.getCastState() !== "NO_DEVICES_AVAILABLE";
  if (has()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      context.removeEventListener("caststatechanged", look);
      resolve(has());
    };
    const look = () => has() && done();
    const timer = setTimeout(done, searchMs);
    context.addEventListener("caststatechanged", look);
  });
}

async function load(sdk: CastSdk, session: CastSession | null, wanted: CastMedia): Promise<void> {
  if (!session) throw castError("failed");
  const { media, Image } = sdk.chrome;
  const { item, title, episodeTitle, tracks, subtitles } = wanted;
  const info = Object.assign(new media.MediaInfo(wanted.hls, "application/vnd.apple.mpegurl"), {
    streamType: "BUFFERED",
    duration: wanted.durationS,
    // Segments are fragmented MP4, which a receiver would not try by itself.
    hlsSegmentFormat: "fmp4",
    hlsVideoSegmentFormat: "fmp4",
    customData: { item, tracks: tracks.map(({ id }) => id) } satisfies Sent,
    metadata: Object.assign(new media.GenericMediaMetadata(), {
      title,
      ...(episodeTitle && { subtitle: episodeTitle }),
      images: [new Image(wanted.poster)],
    }),
    tracks: tracks.map(({ url, label, locale }, order) =>
      Object.assign(new media.Track(order + 1, "TEXT"), {
        trackContentId: url,
        trackContentType: "text/vtt",
        subtype: "SUBTITLES",
        name: label,
        language: locale,
      }),
    ),
  });
  const shown = tracks.findIndex(({ id }) => id === subtitles);
  const request = Object.assign(new media.LoadRequest(info), {
    currentTime: wanted.startS,
    autoplay: wanted.plays,
    activeTrackIds: shown < 0 ? [] : [shown + 1],
  });
  try {
    await session.loadMedia(request);
  } catch {
    throw castError("refused");
  }
}
