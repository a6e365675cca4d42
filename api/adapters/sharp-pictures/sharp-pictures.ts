import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type {
  DrawnPicture,
  PictureFailure,
  PictureProblem,
  PictureRequest,
  Pictures,
} from "../../ports/pictures.ts";
import type { Answer } from "./picture-process.ts";

export type SharpPicturesOptions = {
  /** Pictures that may wait for their turn. */
  mostWaiting?: number;
  /** Milliseconds one may wait: whoever sent it is answered by then, and would only send it again. */
  waitMs?: number;
  /** Milliseconds one picture may take, the start of the process included. */
  timeoutMs?: number;
  /** Milliseconds without work after which the process ends and gives its memory back. */
  idleMs?: number;
  /** The process that draws; another one in tests. */
  program?: string;
};

class PictureError extends Error implements PictureFailure {
  readonly problem: PictureProblem;
  constructor(problem: PictureProblem) {
    super(`The picture was not drawn: ${problem}`);
    this.problem = problem;
  }
}

type Waiting = {
  request: PictureRequest;
  /** When it is given up, by the clock of `performance`. */
  until: number;
  resolve: (drawn: DrawnPicture) => void;
  reject: (error: Error) => void;
};

/** Draws pictures one at a time in a process of its own, which begins with the first and ends when none has come for a while. */
export function createSharpPictures({
  mostWaiting = 12,
  waitMs = 5_000,
  timeoutMs = 8_000,
  idleMs = 30_000,
  program = fileURLToPath(new URL("picture-process.ts", import.meta.url)),
}: SharpPicturesOptions = {}): Pictures {
  const waiting: Waiting[] = [];
  let child: ChildProcess | null = null;
  let busy = false;
  let idle: NodeJS.Timeout | undefined;

  const end = () => {
    clearTimeout(idle);
    child?.kill("SIGKILL");
    child = null;
  };
  const begin = (): ChildProcess => {
    // Nothing of the server's is handed on: neither its secrets nor what its own Node was told.
    const begun = fork(program, [], {
      env: { NODE_ENV: "production", MALLOC_ARENA_MAX: "2" },
      execArgv: ["--max-old-space-size=128"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    begun.once("exit", () => {
      if (child === begun) child = null;
    });
    // It keeps no server from ending.
    begun.unref();
    begun.channel?.unref();
    return begun;
  };
  const next = async (): Promise<void> => {
    const one = waiting.shift();
    if (!one) {
      busy = false;
      idle = setTimeout(end, idleMs).unref();
      return;
    }
    busy = true;
    if (performance.now() > one.until) {
      one.reject(new PictureError("busy"));
      return next();
    }
    clearTimeout(idle);
    child ??= begin();
    const answer = await ask(child, one.request, timeoutMs);
    if (answer === null) {
      // It died of this picture, or would go on with it. The next one is another process's.
      end();
      one.reject(new PictureError("unreadable"));
    } else if ("problem" in answer) one.reject(new PictureError(answer.problem));
    else one.resolve({ ...answer, files: answer.files.map((bytes) => Buffer.from(bytes)) });
    void next();
  };
  return {
    draw(request, { patient = false } = {}) {
      if (!patient && waiting.length >= mostWaiting) return Promise.reject(new PictureError("busy"));
      return new Promise((resolve, reject) => {
        const until = patient ? Infinity : performance.now() + waitMs;
        waiting.push({ request, until, resolve, reject });
        if (!busy) void next();
      });
    },
    close: end,
  };
}

/** @returns null where no answer came: the process ended, or took too long */
function ask(child: ChildProcess, request: PictureRequest, timeoutMs: number): Promise<Answer | null> {
  return new Promise((resolve) => {
    const settle = (answer: Answer | null) => {
      clearTimeout(timer);
      child.off("message", answered).off("exit", gone).off("error", gone);
      resolve(answer);
    };
    const answered = (message: unknown) => settle(message as Answer);
    const gone = () => settle(null);
    const timer = setTimeout(gone, timeoutMs);
    child.on("message", answered).on("exit", gone).on("error", gone);
    child.send(request, (error) => error && gone());
  });
}
