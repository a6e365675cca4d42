import { useEffect, useState } from "react";

/**
 * A value that a button changes at once, and that goes back if the server refuses it.
 * @param value as the page has it
 * @param write writes a change, and answers whether it was written
 * @returns the value to show, and what changes it
 */
export function useWritten<T>(
  value: T,
  write: (next: T) => Promise<boolean>,
): [shown: T, change: (next: T) => Promise<void>] {
  const [shown, setShown] = useState(value);
  useEffect(() => setShown(value), [value]);
  const change = async (next: T) => {
    setShown(next);
    if (!(await write(next))) setShown(shown);
  };
  return [shown, change];
}
