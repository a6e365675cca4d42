import type { EarlySource, HandedOverVideo } from "./early-source.ts";

export type EarlyPlayback = {
  attach: (video: HTMLVideoElement) => void;
  /** Stops after the current segment. Null if a player could not continue from what it has. */
  hand: () => Promise<HandedOverVideo | null>;
  /** Stops at once and releases the element. */
  stop: () => void;
  /** Continues with fresh URLs of the same episode. */
  renew: (episode: EarlySource) => void;
  /** The user asks for it: the next retry after a failure starts without further delay. */
  hurry: () => void;
  /** Fetches nothing more until `renew` or `hurry`. */
  rest: () => void;
  /** It fetches the beginning before the user asks for it. */
  fetches: boolean;
  /** Resolves when it fetches no more by itself: it was stopped, or playback can't continue from what it received. */
  ended: Promise<void>;
  /** HTTP status of the last failed request; 0 = no answer, null = no failure. */
  problem: () => number | null;
  /** Called with each new problem, and with null at its end. */
  onproblem: ((status: number | null) => void) | null;
};

declare global {
  // Elements can only be extended as interfaces.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface HTMLVideoElement {
    earlyPlayback?: EarlyPlayback;
  }
}

/**
 * Starts playback with the lowest rendition and nothing else: no playlist, no library. Fetches init and first segment
 * at once, feeds a media source as the bytes arrive, and keeps some seconds ahead until a player takes that source
 * over. hls.js alone would begin after 90 kB of script: almost twice as late on a slow phone (decision 021). Also sent
 * as text inside the document: it may use nothing from outside of itself.
 * @returns null if scripts can't feed a player
 */
export function startEarlyPlayback(episode: EarlySource): EarlyPlayback | null {
  const playingS = 10;
  const nearS = 0.3;
  /** Between two retries of a failing request: doubled each time, and never more often than once a second. */
  const leastMs = 1_000;
  const mostMs = 15_000;
  const mostAskedS = 300;
  const handMs = 6_000;
  if (typeof MediaSource === "undefined" || !MediaSource.isTypeSupported(episode.type)) return null;
  const source = new MediaSource();
  const early = new Map<string, Promise<Response>>();
  const leave = new AbortController();
  const given = new AbortController();
  let { init, media, query = "" } = episode;
  let video: HTMLVideoElement | undefined;
  let buffer: SourceBuffer | undefined;
  let initialised = false;
  let played = false;
  let over = false;
  let working: Promise<void> | null = null;
  let current = -1;
  let turn = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tellEnd = (): void => undefined;
  const ended = new Promise<void>((resolve) => (tellEnd = resolve));
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let appending: Promise<void> | null = null;
  let problem: number | null = null;
  let failures = 0;
  let resting = false;
  /** The time of the last attempt, the time wanted for the next, and the earliest time the server allows for it. */
  const at = { last: 0, own: 0, asked: 0 };
  let head: Uint8Array<ArrayBuffer>[] | null = null;
  let unplayable: Error | null = null;
  let bitrate = 0;

  const quit = (): void => {
    over = true;
    clearTimeout(timer);
    leave.abort();
    tellEnd();
  };
  const segmentAt = (seconds: number): { index: number; startS: number } => {
    let index = 0;
    let startS = 0;
    for (const [length, count] of episode.segments) {
      const into = Math.min(count, Math.max(0, Math.floor((seconds - startS) / length + 1e-6)));
      index += into;
      startS += into * length;
      if (into < count) return { index, startS };
    }
    return { index, startS };
  };
  const last = episode.segments.reduce((sum, [, count]) => sum + count, 0) - 1;
  const urlOf = (index: number): string => `${media}seg_${String(index).padStart(5, "0")}.m4s${query}`;
  const placeS = (): number => (video && initialised ? video.currentTime : episode.startS);
  /** End of the loaded range around the position, in seconds: -1 without one. A player that ran dry is at that end. */
  const endS = (): number => {
    const from = placeS();
    const ranges = buffer?.buffered;
    for (let at = 0; ranges && at < ranges.length; at++)
      if (ranges.start(at) <= from + nearS && ranges.end(at) >= from - nearS) return ranges.end(at);
    return -1;
  };
  const next = (): { index: number; startS: number } => {
    const end = endS();
    return segmentAt(end < 0 ? placeS() : end + nearS);
  };
  const wanted = (): number => {
    if (Math.max(0, endS() - placeS()) >= (played ? playingS : episode.idleS)) return -1;
    const { index } = next();
    return index > last ? -1 : index;
  };
  const ask = (url: string): Promise<Response> => {
    const known = early.get(url);
    early.delete(url);
    return known ?? fetch(url, { signal: turn.signal });
  };
  /** Resolves once all waiting bytes have been appended: in as few pieces as the browser's pace allows. */
  const append = (): Promise<void> => {
    if (appending) return appending.then(append);
    if (waiting.length === 0 || turn.signal.aborted) return Promise.resolve();
    appending = new Promise<void>((resolve, reject) => {
      const target = buffer!;
      const bytes = new Uint8Array(waiting.reduce((sum, part) => sum + part.length, 0));
      let at = 0;
      for (const part of waiting) {
        bytes.set(part, at);
        at += part.length;
      }
      waiting = [];
      target.addEventListener("updateend", () => resolve(), { once: true });
      target.addEventListener("error", () => reject((unplayable = new Error("append"))), { once: true });
      target.appendBuffer(bytes);
    }).finally(() => (appending = null));
    return appending.then(append);
  };
  const open = async (url: string): Promise<ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>> => {
    const response = await ask(url);
    if (!response.ok || !response.body) throw response;
    return response.body.getReader();
  };
  const pour = async (index: number): Promise<void> => {
    // Requests both at once: the network is slow, and so is each turn of a busy page. After a failure, one request is
    // enough.
    const opening = head || problem === null ? open(urlOf(index)) : null;
    opening?.catch(() => undefined);
    if (!head) {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      const reader = await open(init);
      for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
      head = parts;
    }
    if (!initialised) waiting.push(...head);
    const reader = await (opening ?? open(urlOf(index)));
    const began = performance.now();
    let bytes = 0;
    let done: Promise<void> = Promise.resolve();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.length;
      waiting.push(part.value);
      done = append();
      // Reported below; this avoids an unhandled rejection.
      done.catch(() => undefined);
    }
    const ms = performance.now() - began;
    if (bytes > 16_000 && ms > 5) bitrate = (bytes * 8_000) / ms;
    await done;
    initialised = true;
  };
  const take = async (index: number): Promise<void> => {
    const before = endS();
    await pour(index);
    if (index === last && source.readyState === "open") source.endOfStream();
    // A segment that adds nothing would be requested for ever.
    if (endS() <= before && wanted() === index) quit();
    if (problem === null) return;
    problem = null;
    failures = at.own = at.asked = 0;
    earlyPlayback.onproblem?.(null);
  };
  const step = (): void => {
    clearTimeout(timer);
    if (working || over || resting || !buffer || !video || source.readyState === "closed") return;
    const index = wanted();
    if (index < 0) return;
    const waitMs = Math.max(at.last + leastMs, at.own, at.asked) - performance.now();
    if (problem !== null && waitMs > 0) {
      timer = setTimeout(step, waitMs);
      return;
    }
    at.last = performance.now();
    current = index;
    turn = new AbortController();
    working = take(index)
      .catch((error: unknown) => {
        // Half a segment must not be continued by another one.
        waiting = [];
        if (source.readyState === "open") buffer?.abort();
        if (turn.signal.aborted) return;
        const refused = error instanceof Response ? error : null;
        if (!unplayable) problem = refused?.status ?? 0;
        // The library can handle this; here every retry would fail the same way.
        if (unplayable || problem === 404 || problem === 410) quit();
        const ms = Math.min(mostMs, leastMs * 2 ** failures++) * (0.75 + Math.random() / 2);
        at.own = performance.now() + ms;
        const askedS = Number(refused?.headers.get("Retry-After")) || 0;
        at.asked = performance.now() + Math.min(mostAskedS, askedS) * 1_000;
        if (problem !== null) earlyPlayback.onproblem?.(problem);
      })
      .then(() => {
        working = null;
        current = -1;
        // A refused request needs fresh URLs; a paused player can wait for them.
        if (problem !== 403 || !video?.paused || turn.signal.aborted) step();
      });
  };
  const seek = (): void => {
    const index = wanted();
    if (current >= 0 && index >= 0 && index !== current) turn.abort();
    step();
  };
  const earlyPlayback: EarlyPlayback = {
    attach(element) {
      video = element;
      element.earlyPlayback = earlyPlayback;
      played = !element.paused;
      const { signal } = leave;
      source.addEventListener(
        "sourceopen",
        () => {
          buffer = source.addSourceBuffer(episode.type);
          source.duration = episode.durationS;
          step();
        },
        { once: true, signal },
      );
      // Before the first picture, so that no other position is shown.
      const resume = (): void => void (element.currentTime = episode.startS);
      if (episode.startS > 0) element.addEventListener("loadedmetadata", resume, { once: true, signal });
      element.addEventListener("timeupdate", step, { signal });
      element.addEventListener("seeking", seek, { signal });
      // For the measurement of waiting times: the first frame is not here yet. Both names are those of
      // quality/early-start.ts.
      const wish = (): void => void performance.mark("playback-wished");
      const shown = (): void => void performance.mark("playback-shown");
      if (played) wish();
      const play = (): void => {
        if (!played) wish();
        played = true;
        step();
      };
      element.addEventListener("play", play, { signal });
      addEventListener("online", earlyPlayback.hurry, { signal });
      element.addEventListener("playing", shown, { once: true, signal });
      element.src = URL.createObjectURL(source);
      // Another source pauses playback that has begun already.
      if (played) void element.play().catch(() => undefined);
    },
    async hand() {
      quit();
      const late = setTimeout(() => (turn.abort(), given.abort()), handMs);
      await working;
      clearTimeout(late);
      if (!buffer || !video || !initialised || unplayable || source.readyState === "closed") return null;
      return { mediaSource: source, buffer, type: episode.type, nextS: next().startS, bitrate };
    },
    stop() {
      quit();
      turn.abort();
      given.abort();
    },
    renew(fresh) {
      ({ init, media, query = "" } = fresh);
      earlyPlayback.hurry();
    },
    hurry() {
      resting = false;
      at.own = 0;
      step();
    },
    rest: () => void (resting = true),
    fetches: episode.idleS > 0,
    ended,
    problem: () => problem,
    onproblem: null,
  };
  if (earlyPlayback.fetches) {
    for (const url of [init, urlOf(segmentAt(episode.startS).index)]) {
      const answer = fetch(url, { signal: given.signal });
      // The caller that takes it handles its failure.
      answer.catch(() => undefined);
      early.set(url, answer);
    }
  }
  return earlyPlayback;
}
