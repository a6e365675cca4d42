/** Milliseconds of processor time below which growth is not measured, since so little work does no harm. */
const floorMs = 60;
/** Four times the bytes may cost so many times the work: twice what is linear, for a machine that is busy. */
const mostGrowth = 8;
/** No noise makes so much of it: it is not measured again. */
const hopeless = 24;
/** A pause for garbage is many times a cost below this, so that such a one is measured again. */
const leastMs = floorMs / mostGrowth;
/** What is linear and dear stops a server all the same. */
const mostMs = 1_000;
const runs = 3;

export type Growth = { small: number; large: number; isCheap: boolean };

/**
 * What four times the bytes cost, in processor time, so that a busy machine does not count. What costs little is run once;
 * of the rest the least of three runs counts. Cheap is what grows with the bytes, and stays below a second.
 * @param run does the work for so many bytes
 * @param large bytes of the larger of the two runs; the smaller one has a quarter
 * @param clock milliseconds of processor time so far; left out, of this thread
 */
export async function growthOf(
  run: (bytes: number) => unknown,
  large = 64 * 1024,
  clock: () => number | Promise<number> = threadMs,
): Promise<Growth> {
  const costOf = async (bytes: number) => {
    const began = await clock();
    await run(bytes);
    return (await clock()) - began;
  };
  let most = await costOf(large);
  if (most <= floorMs) return { small: 0, large: most, isCheap: true };
  let small = Infinity;
  for (let n = 0; n < runs; n++) small = Math.min(small, await costOf(large / 4));
  const isCheap = () => most <= Math.max(floorMs, Math.min(mostMs, mostGrowth * small));
  for (let n = 1; n < runs && !isCheap() && most < hopeless * Math.max(small, leastMs); n++)
    most = Math.min(most, await costOf(large));
  return { small, large: most, isCheap: isCheap() };
}

/** A text of so many UTF-16 units, made of one piece again and again. */
export const filled = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
