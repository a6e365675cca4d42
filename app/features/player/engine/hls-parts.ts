import type Hls from "hls.js";
import type { HlsConfig, LoadPolicy } from "hls.js";
import { faultOf } from "./faults.ts";
import type { Pace } from "./pace.ts";
import { saverHeight } from "./tuning.ts";
import { withoutSound } from "./without-sound.ts";

/** hls.js itself retries nothing: its loader does that at the app's pace, and tells it what is missing. */
const policy: LoadPolicy = {
  default: { maxTimeToFirstByteMs: 10_000, maxLoadTimeMs: 60_000, timeoutRetry: null, errorRetry: null },
};
export const loadPolicies = {
  fragLoadPolicy: policy,
  playlistLoadPolicy: policy,
  manifestLoadPolicy: policy,
} satisfies Partial<HlsConfig>;

export type BaseLoader = HlsConfig["loader"];

/**
 * A loader that retries a file until it comes, at a pace that spares an overloaded server. Missing files are left to
 * hls.js: another rendition may have them.
 * @param met is called for each failed request (HTTP status; 0 = no answer), with its stream
 */
export function pacedLoader(
  Player: typeof Hls,
  pace: Pace,
  met: (status: number, stream: string) => void,
): BaseLoader {
  return class extends Player.DefaultConfig.loader {
    #leave = new AbortController();
    /** Cancels the load that waits for its turn. */
    #giveUp: (() => void) | null = null;
    override load(...[context, config, given]: Parameters<InstanceType<BaseLoader>["load"]>): void {
      const { signal } = this.#leave;
      // hls.js 1.7.4 takes an aborted init segment for a failed one and aborts the segment that it loads by then, which
      // may be another one: it would wait for that for ever.
      const callbacks = isInit(context) ? { ...given, onAbort: undefined } : given;
      const stream = streamOf(context);
      const send = async () => {
        this.#giveUp = () => callbacks.onAbort?.(this.stats, context, null);
        // hls.js's bandwidth estimate reads it meanwhile.
        this.stats.loading.start = performance.now();
        await pace.ready(signal);
        // It may have been aborted between its turn and now.
        if (signal.aborted) return;
        this.#giveUp = null;
        this.stats.loading.start = 0;
        super.load(context, { ...config }, { ...callbacks, onError, onTimeout });
      };
      const again = (status: number, retryAfter: string | null) => {
        pace.failed(retryAfter);
        met(status, stream);
        void send();
      };
      const onError: typeof callbacks.onError = (error, where, details, stats) => {
        const xhr = details instanceof XMLHttpRequest ? details : null;
        if (faultOf(error.code) !== "missing")
          return again(error.code, xhr?.getResponseHeader("Retry-After") ?? null);
        pace.missed();
        met(error.code, stream);
        callbacks.onError(error, where, details, stats);
      };
      const onTimeout = () => again(0, null);
      void send();
    }
    override abort(): void {
      this.#leave.abort();
      if (!this.#giveUp) return super.abort();
      // hls.js accepts a load as ended only if its stats say so, and would otherwise request nothing more.
      this.stats.aborted = true;
      this.#giveUp();
    }
    override destroy(): void {
      this.#leave.abort();
      super.destroy();
    }
  };
}

function isInit(context: object): boolean {
  return (context as { frag?: { sn: number | "initSegment" } }).frag?.sn === "initSegment";
}

/** Video and audio are separate streams; playlists belong to the stream they list. */
function streamOf(context: { frag?: { type: string }; type?: string }): string {
  return context.frag?.type === "audio" || context.type === "audioTrack" ? "audio" : "main";
}

/** A loader that answers from texts in memory, and asks the server for everything else. */
export function inlineLoader(Loader: BaseLoader, texts: () => Map<string, string>): HlsConfig["pLoader"] {
  return class extends Loader {
    override load(...[context, config, callbacks]: Parameters<InstanceType<typeof Loader>["load"]>): void {
      const { pathname, search } = new URL(context.url, location.href);
      const text = texts().get(pathname + search);
      if (text === undefined) return super.load(context, config, callbacks);
      const { stats } = this;
      stats.loading.start = stats.loading.first = stats.loading.end = performance.now();
      stats.loaded = stats.total = text.length;
      queueMicrotask(() =>
        callbacks.onSuccess({ url: context.url, data: text, code: 200 }, stats, context, null),
      );
    }
  } as HlsConfig["pLoader"];
}

/** A loader that removes the audio from the video segments, for a player whose audio comes from other files. */
export function soundlessLoader(Loader: BaseLoader): HlsConfig["fLoader"] {
  let sound = new Set<number>();
  return class extends Loader {
    override load(...[context, config, callbacks]: Parameters<InstanceType<typeof Loader>["load"]>): void {
      const { frag } = context as { frag?: { type: string } };
      if (frag?.type !== "main") return super.load(context, config, callbacks);
      super.load(context, config, {
        ...callbacks,
        onSuccess(response, ...others) {
          if (response.data instanceof ArrayBuffer)
            sound = withoutSound(new Uint8Array(response.data), sound);
          callbacks.onSuccess(response, ...others);
        },
      });
    }
  } as HlsConfig["fLoader"];
}

/** hls.js's cap by the player's size, with a second one for data saver. A manual choice ignores both. */
export function saverCap(Player: typeof Hls, dataSaver: boolean): HlsConfig["capLevelController"] {
  const Cap = Player.DefaultConfig.capLevelController;
  if (!dataSaver || !Cap) return Cap;
  return class extends Cap {
    #hls: Hls;
    constructor(hls: Hls) {
      super(hls);
      this.#hls = hls;
    }
    override getMaxLevel(index: number): number {
      const small = this.#hls.levels.findLastIndex(
        ({ width, height }) => Math.min(width, height) <= saverHeight,
      );
      return super.getMaxLevel(Math.min(index, Math.max(0, small)));
    }
  } as typeof Cap;
}
