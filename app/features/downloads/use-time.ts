import { useEffect, useState } from "react";
import { timeBy } from "./licence-clock.ts";
import type { Manager } from "./manager.ts";

/** The time as far as this device knows, in milliseconds since 1970; the device's own clock until it is read. */
export function useTime(manager: Manager): number {
  const [time, setTime] = useState(() => Date.now());
  useEffect(() => {
    void manager.clock().then(
      (clock) => setTime(timeBy(clock, Date.now())),
      () => undefined,
    );
  }, [manager]);
  return time;
}
