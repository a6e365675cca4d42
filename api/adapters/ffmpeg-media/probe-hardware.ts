import { access } from "node:fs/promises";
import { HARDWARE_LIMITS } from "./process-limits.ts";
import { runProcess } from "./run-process.ts";
import { hardwareEncoders, type VideoEncoder } from "./video-encoders.ts";
import { chooseRungs } from "./rungs.ts";

const TEST_MS = 10_000;
/** What each kind needs to be there before it is worth a test. */
const DEVICES = { vaapi: "/dev/dri", qsv: "/dev/dri", nvenc: "/dev/nvidiactl" } as const;

export type HasDevice = (path: string) => Promise<boolean>;

const there: HasDevice = (path) =>
  access(path).then(
    () => true,
    () => false,
  );

/** The smallest picture that encoders of graphics processors take, with room. */
const [TEST_RUNG] = chooseRungs(426, 240);

// prettier-ignore
const testArgs = ({ name, device, format, quality }: VideoEncoder): string[] => [
  "-nostdin", "-hide_banner", "-v", "error", ...device,
  "-f", "lavfi", "-t", "0.1", "-i", "color=black:size=426x240:rate=10",
  "-frames:v", "1", "-vf", format, "-c:v", name, ...quality(TEST_RUNG!), "-f", "null", "-",
];

/**
 * The encoders of graphics processors that work here: each encodes one frame, in ten seconds at most. An ffmpeg lists
 * what it was built with, which says nothing about the machine. Where there is no device, nothing is started.
 * @param listed names of all encoders of the ffmpeg
 */
export const probeHardware = async (
  ffmpeg: string,
  { listed, hasDevice = there }: { listed: ReadonlySet<string>; hasDevice?: HasDevice | undefined },
): Promise<string[]> => {
  const found: string[] = [];
  for (const encoder of hardwareEncoders) {
    if (encoder.kind === "software" || !listed.has(encoder.name)) continue;
    if (!(await hasDevice(DEVICES[encoder.kind]))) continue;
    const test = { path: ffmpeg, args: testArgs(encoder), timeoutMs: TEST_MS, limits: HARDWARE_LIMITS };
    const works = await runProcess(test).then(
      () => true,
      () => false,
    );
    if (works) found.push(encoder.name);
  }
  return found;
};
