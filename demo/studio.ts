import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

export type StudioTask =
  | { kind: "artwork"; title: string }
  | {
      kind: "film";
      title: string;
      index: number;
      asset: string;
      /** A person waits for this one: run it at normal priority. */
      awaited: boolean;
    };

export type StudioAnswer =
  | { kind: "progress"; fraction: number }
  | { kind: "done"; durationS: number; height: number }
  | { kind: "failed"; message: string; detail: string };

export type Studio = {
  /** Runs one task at a time. @throws Error with the studio's message */
  run: (
    task: StudioTask,
    onProgress: (fraction: number) => void,
  ) => Promise<{ durationS: number; height: number }>;
  close: () => void;
};

/** Starts the process that draws and encodes. It ends with this process, or when it is closed. */
export function openStudio({
  dataDir,
  ffmpegPath,
}: {
  dataDir: string;
  ffmpegPath: string | undefined;
}): Studio {
  const path = fileURLToPath(new URL("./studio-process.ts", import.meta.url));
  const child = fork(path, ffmpegPath ? [dataDir, ffmpegPath] : [dataDir], {
    execArgv: [],
    // This process handles Ctrl-C in the terminal and then disconnects.
    detached: true,
  });
  return {
    run: (task, onProgress) => ask(child, task, onProgress),
    close: () => void (child.connected && child.disconnect()),
  };
}

function ask(child: ChildProcess, task: StudioTask, onProgress: (fraction: number) => void) {
  return new Promise<{ durationS: number; height: number }>((resolve, reject) => {
    const end = () => {
      child.off("message", hear);
      child.off("exit", lost);
    };
    const hear = (answer: StudioAnswer) => {
      if (answer.kind === "progress") return onProgress(answer.fraction);
      end();
      if (answer.kind === "done") resolve(answer);
      else reject(new Error(answer.message, { cause: answer.detail }));
    };
    const lost = () => {
      end();
      reject(new Error("The studio's process ended"));
    };
    child.on("message", hear);
    child.once("exit", lost);
    if (!child.connected) return lost();
    child.send(task);
  });
}
