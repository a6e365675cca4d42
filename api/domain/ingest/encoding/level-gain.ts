/** Target loudness in LUFS: between broadcast's -23 and the usual level of phones and laptops. */
const targetLufs = -16;
/** The highest true peak, in dBTP, so that AAC's own overshoot does not clip. */
const highestPeakDb = -1;
/** Audio that would need more gain is quiet on purpose, or is noise. */
const mostUpDb = 18;
/** Smaller gains are inaudible. */
const leastDb = 0.5;

/**
 * Gain in dB for a whole audio track, so that all assets are equally loud. There is no compression: audio with high
 * peaks stays quieter.
 */
export function levelGain({ lufs, peakDb }: { lufs: number; peakDb: number }): number {
  const wanted = Math.min(targetLufs - lufs, mostUpDb);
  const gain = Math.min(wanted, Math.max(0, highestPeakDb - peakDb));
  return Math.abs(gain) < leastDb ? 0 : Math.round(gain * 100) / 100;
}
