export type TerminalProgress = {
  /** @param fraction 0 to 1 of the whole */
  show: (text: string, fraction: number) => void;
  /** Prints a permanent line. */
  say: (text: string) => void;
};

const barWidth = 24;

/** A progress line: redrawn in place on a terminal; one line for each new text when the output is a file. */
export function createTerminalProgress(out: NodeJS.WriteStream): TerminalProgress {
  let last = "";
  return {
    show(text, fraction) {
      if (!out.isTTY) {
        if (text !== last) out.write(`${text}\n`);
        last = text;
        return;
      }
      const filled = Math.round(Math.min(1, Math.max(0, fraction)) * barWidth);
      const line = `${"█".repeat(filled)}${"░".repeat(barWidth - filled)} ${text}`.slice(
        0,
        (out.columns || 80) - 1,
      );
      out.write(`\r\x1b[2K${line}`);
    },
    say(text) {
      out.write(out.isTTY ? `\r\x1b[2K${text}\n` : `${text}\n`);
    },
  };
}
