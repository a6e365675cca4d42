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
  /** Largest number of waiting pictures. */
  mostWaiting?: number;
  /** Milliseconds a picture may wait: the sender has had an answer by then and would send it again. */
  waitMs?: number;
  /** Milliseconds for one picture, including the start of the process. */
  timeoutMs?: number;
  /** Milliseconds without work after which the process ends and frees its memory. */
  idleMs?: number;
  /** The drawing program; tests use another one. */
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
  /** When waiting ends, on the clock of `performance`. */
  until: number;
  resolve: (drawn: DrawnPicture) => void;
  reject: (error: Error) => void;
};

/**
 * Draws pictures one at a time in a separate process, which starts with the first picture and ends after an idle time.
 */
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
    // The child gets nothing from the server: neither its secrets nor its Node options.
    const begun = fork(program, [], {
      env: { NODE_ENV: "production", MALLOC_ARENA_MAX: "2" },
      execArgv: ["--max-old-space-size=128"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    begun.once("exit", () => {
      if (child === begun) child = null;
    });
    // The child does not keep the server from ending.
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
      // This picture killed the process or is still running in it. The next picture gets a new process.
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

/** @returns null when no answer came: the process ended or took too long */
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
