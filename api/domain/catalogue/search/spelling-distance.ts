/**
 * Number of letters to add, omit, change or swap with their neighbour to turn one word into another (optimal string
 * alignment). @returns at most `limit + 1`: larger distances are not computed
 */
export function spellingDistance(a: string, b: string, limit: number): number {
  const from = [...a];
  const to = [...b];
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (let row = 1; row <= from.length; row++) {
    const here = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let least = Math.min(above[column]! + 1, here[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1));
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) least = Math.min(least, before[column - 2]! + 1);
      here.push(least);
    }
    [before, above] = [above, here];
  }
  return Math.min(above.at(-1)!, limit + 1);
}
