import { clientCodes, codes } from "../../../../contract/codes.ts";
import { succeeded } from "../../../../contract/envelope.ts";
import type { UserInfo } from "../../../../contract/index.ts";
import { longestFileName } from "../../../../contract/ingest/values.ts";
import type { ApiClient } from "../../../api-client/create-client.ts";
import type { FormSource } from "../../../lib/send-directly.ts";
import type { SendVideo, SentState, VideoSender } from "./send-video.ts";

/** The episode that a video is for: its name, and the address of its page. */
export type UploadTarget = { movie: string; index: number; title: string; to: string };

/** Why an upload has failed: in the server's words, or by one of our texts. */
export type UploadProblem = { message: string } | { text: "failed" | "noVideo" | "forbidden" | "tooLarge" };

/** One video on its way. `share` is 0 to 1, `rate` bytes per second, `leftS` seconds. */
export type VideoUpload = {
  id: string;
  name: string;
  target: UploadTarget;
  at: "queued" | "reading" | "sending" | "done" | "failed";
  paused: boolean;
  share: number;
  rate: number | null;
  leftS: number | null;
  problem: UploadProblem | null;
};

/** What holds all uploads back; they continue by themselves when it is over. */
export type UploadHold = "offline" | "signIn";
export type UploadsState = { hold: UploadHold | null; items: readonly VideoUpload[] };

export type UploadPorts = {
  api: Pick<ApiClient, "get" | "post">;
  /** The session's user; null = none. */
  user: () => Pick<UserInfo, "anonymous"> | null;
  online: () => boolean;
  /** Calls back when the session, the network or the page's focus changes. */
  onChange: (listener: () => void) => void;
  /** Loads what sends a file, on first use. */
  load: () => Promise<SendVideo>;
};

/** Uploads on their way at once. */
const lanes = 2;
/** Refusals of one upload whose sender may upload, before it counts as failed. */
const mostRefusals = 2;
/** Milliseconds between two attempts while nothing answers. */
const awayMs = 10_000;
const quiet = { loading: false, toast: false };

type Work = {
  file: File;
  sender: VideoSender | null;
  /** SHA-256 in hex; known once the file has been read. */
  hash?: string;
  /** The name of the stored file. */
  stored?: string;
  refusals: number;
};

const fresh = { at: "queued", paused: false, share: 0, rate: null, leftS: null, problem: null } as const;

/** Whether an upload would be lost with the page. */
export const isUnfinished = ({ at }: VideoUpload) => at !== "done" && at !== "failed";

const isRunning = ({ at, paused }: VideoUpload) => (at === "reading" || at === "sending") && !paused;

/**
 * The uploads of this document, which continue whatever page of it is shown: two at a time, the others wait. Without a
 * network they wait for it, and without a session that may upload for such a one: a guest's is not enough. Does nothing
 * until one is added.
 */
export class Uploads {
  readonly #ports: UploadPorts;
  readonly #work = new Map<string, Work>();
  readonly #listeners = new Set<() => void>();
  #state: UploadsState = { hold: null, items: [] };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #checking = false;
  #outdated = false;

  constructor(ports: UploadPorts) {
    this.#ports = ports;
    ports.onChange(() => {
      if (ports.online()) void this.#check();
      else if (this.#state.items.some(isUnfinished)) this.#close("offline");
    });
  }

  read = (): UploadsState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(files: readonly { file: File; target: UploadTarget }[]): void {
    const added = files.map(({ file, target }) => {
      const id = crypto.randomUUID();
      this.#work.set(id, { file, sender: null, refusals: 0 });
      return { ...fresh, id, name: file.name, target };
    });
    this.#set({ items: [...this.#state.items, ...added] });
    if (!this.#ports.online()) this.#close("offline");
    this.#next();
  }

  pause(id: string): void {
    this.#change(id, { paused: true });
    this.#work.get(id)?.sender?.pause();
    this.#next();
  }

  /** Continues a paused upload, or tries a failed one again. */
  resume(id: string): void {
    const work = this.#work.get(id);
    if (!work) return;
    work.refusals = 0;
    this.#change(id, { at: "queued", paused: false, problem: null });
    this.#next();
  }

  /** Ends an upload, and removes what was sent of it. */
  cancel(id: string): void {
    this.#work.get(id)?.sender?.cancel();
    this.dismiss(id);
    this.#next();
  }

  /** Takes one that has ended off the list. */
  dismiss(id: string): void {
    this.#work.delete(id);
    this.#set({ items: this.#state.items.filter((item) => item.id !== id) });
  }

  #set(state: Partial<UploadsState>): void {
    this.#state = { ...this.#state, ...state };
    for (const listener of this.#listeners) listener();
  }

  #change(id: string, fields: Partial<VideoUpload>): void {
    this.#set({ items: this.#state.items.map((item) => (item.id === id ? { ...item, ...fields } : item)) });
  }

  #find(id: string): VideoUpload | undefined {
    return this.#state.items.find((item) => item.id === id);
  }

  /** Starts what waits, as far as there is room. */
  #next(): void {
    if (this.#state.hold) return;
    const { items } = this.#state;
    const room = Math.max(0, lanes - items.filter(isRunning).length);
    for (const { id } of items.filter(({ at, paused }) => at === "queued" && !paused).slice(0, room)) {
      const work = this.#work.get(id)!;
      this.#change(id, { at: work.hash ? "sending" : "reading" });
      if (work.stored) void this.#encode(id, work.stored);
      else if (work.sender) work.sender.resume();
      else void this.#begin(id, work);
    }
  }

  async #begin(id: string, work: Work): Promise<void> {
    const { api, load } = this.#ports;
    const sendVideo = await load().catch(() => null);
    // Cancelled, or begun by another call, while the code was loading.
    if (this.#work.get(id) !== work || work.sender) return;
    if (!sendVideo) return this.#refuse(id, { code: clientCodes.network, message: "" });
    work.sender = sendVideo(work.file, {
      api,
      forms: this.#forms,
      hash: work.hash,
      onHash: (hash) => {
        work.hash = hash;
        // What was read of the file is not what was sent of it.
        this.#change(id, { share: 0 });
      },
      onChange: (state) => this.#onSent(id, work, state),
    });
    if (!isRunning(this.#find(id)!)) work.sender.pause();
  }

  #onSent(id: string, work: Work, state: SentState): void {
    if (state.at === "done") {
      [work.sender, work.stored] = [null, state.key];
      void this.#encode(id, state.key);
    } else if (state.at === "failed") {
      work.sender = null;
      this.#refuse(id, state);
    } else if (isRunning(this.#find(id)!)) {
      this.#change(id, state);
    }
  }

  /** The file is stored and joins the encoding queue. Repeating it does no harm. */
  async #encode(id: string, source: string): Promise<void> {
    const { target, name } = this.#find(id)!;
    const { movie, index } = target;
    const fileName = name.slice(0, longestFileName);
    const input = { key: id, movie, index, source, fileName };
    const answer = await this.#ports.api.post("z/encoding/start", input, quiet);
    if (!this.#find(id)) return;
    if (answer.c === codes.invalid.c) return this.#fail(id, { text: "noVideo" });
    if (!succeeded(answer)) return this.#refuse(id, { code: answer.c, message: answer.m });
    this.#work.delete(id);
    this.#change(id, { at: "done", paused: false, share: 1 });
    this.#next();
  }

  #fail(id: string, problem: UploadProblem): void {
    this.#change(id, { at: "failed", problem, paused: false });
    this.#next();
  }

  #refuse(id: string, { code, message }: { code: number; message: string }): void {
    const refused = code === codes.unauthorised.c || code === codes.forbidden.c;
    if (code === 413) return this.#fail(id, { text: "tooLarge" });
    if (code >= 0 && !refused) return this.#fail(id, message ? { message } : { text: "failed" });
    const work = this.#work.get(id)!;
    work.refusals += refused ? 1 : 0;
    if (work.refusals > mostRefusals) return this.#fail(id, { text: "forbidden" });
    this.#change(id, { at: "queued" });
    this.#close(refused ? "signIn" : "offline");
    void this.#check();
  }

  #close(hold: UploadHold): void {
    const running = this.#state.items.filter(isRunning);
    for (const { id } of running) this.#work.get(id)?.sender?.pause();
    const items = this.#state.items.map((item) =>
      running.includes(item) ? { ...item, at: "queued" as const } : item,
    );
    this.#set({ hold, items });
  }

  /** A form to send with. Unlike that of a user's picture it creates no guest. */
  #forms: FormSource = (input = {}) => this.#ports.api.get("oss/form", input, quiet);

  /** Asks the API whether the present session may upload. */
  async #check(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#state.hold) return;
    // The answer under way may be about a session, or a network, that has changed since.
    this.#outdated = this.#checking;
    if (this.#checking) return;
    this.#checking = true;
    let answer = await this.#forms();
    while (this.#outdated) {
      this.#outdated = false;
      answer = await this.#forms();
    }
    this.#checking = false;
    const isMember = this.#ports.user()?.anonymous === 0;
    if (answer.c === codes.forbidden.c && isMember) {
      for (const item of this.#state.items.filter(isUnfinished))
        this.#change(item.id, { at: "failed", problem: { text: "forbidden" }, paused: false });
      return this.#set({ hold: null });
    }
    if (succeeded(answer)) {
      this.#set({ hold: null });
      return this.#next();
    }
    const isAway = answer.c < 0 || answer.c >= 500;
    this.#set({ hold: isAway ? "offline" : "signIn" });
    if (isAway) this.#timer = setTimeout(() => void this.#check(), awayMs);
  }
}
