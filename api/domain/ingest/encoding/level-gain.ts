/** How loud films are made, in LUFS: between broadcast's -23 and what phones and laptops are heard at. */
const targetLufs = -16;
/** The highest true peak, in dBTP, so that AAC's own overshoot does not clip. */
const highestPeakDb = -1;
/** What is quieter by more is meant to be quiet, or is noise. */
const mostUpDb = 18;
/** Nobody hears less. */
const leastDb = 0.5;

/**
 * By how many dB a sound is turned up or down as a whole, so that one film is as loud as the next. Nothing is compressed:
 * a sound with high peaks stays quieter rather than being squeezed.
 */
export function levelGain({ lufs, peakDb }: { lufs: number; peakDb: number }): number {
  const wanted = Math.min(targetLufs - lufs, mostUpDb);
  const gain = Math.min(wanted, Math.max(0, highestPeakDb - peakDb));
  return Math.abs(gain) < leastDb ? 0 : Math.round(gain * 100) / 100;
}
