import type Hls from "hls.js";
import type { HlsConfig, LoadPolicy } from "hls.js";
import { faultOf } from "./faults.ts";
import { saverHeight } from "./tuning.ts";
import { withoutSound } from "./without-sound.ts";

/** Attempts at one file while the server answers with errors or not at all: about half a minute. */
const patience = 8;

/**
 * How often playlists and segments are asked for again. A missing file is not: another rung may have it.
 * @param tell is told of each attempt: the HTTP status (0 = no answer), and how many there were
 */
export function loadPolicies(
  tell: (status: number, attempt: number) => void,
): Pick<HlsConfig, "fragLoadPolicy" | "playlistLoadPolicy" | "manifestLoadPolicy"> {
  const retry: LoadPolicy["default"]["errorRetry"] = {
    maxNumRetry: patience,
    retryDelayMs: 500,
    maxRetryDelayMs: 4_000,
    backoff: "exponential",
    shouldRetry(_config, count, _timeout, response) {
      const status = response?.code ?? 0;
      if (faultOf(status) === "missing") return false;
      // Without a network every attempt is in vain, and none counts: the network's return ends the wait.
      if (count >= patience && navigator.onLine) return false;
      tell(status, count + 1);
      return true;
    },
  };
  const policy: LoadPolicy = {
    default: { maxTimeToFirstByteMs: 10_000, maxLoadTimeMs: 60_000, timeoutRetry: retry, errorRetry: retry },
  };
  return { fragLoadPolicy: policy, playlistLoadPolicy: policy, manifestLoadPolicy: policy };
}

/** A loader that answers from texts at hand, and asks the server for all others. */
export function inlineLoader(Player: typeof Hls, texts: () => Map<string, string>): HlsConfig["pLoader"] {
  const Loader = Player.DefaultConfig.loader;
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

/** A loader that takes the sound out of the film's own segments, for a player whose sound comes from other files. */
export function soundlessLoader(Player: typeof Hls): HlsConfig["fLoader"] {
  const Loader = Player.DefaultConfig.loader;
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

/** hls.js's cap by the player's size, with a second one where data is to be saved. A fixed choice is free of both. */
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
