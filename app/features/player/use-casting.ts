import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from "react";
import { createCasting, type Casting, type Program } from "./cast/casting.ts";
import type { CastState } from "./cast/cast-state.ts";

/** @param receiver id of the receiver app when the page was opened; null = the service casts nothing */
export function useCasting(receiver: string | null): Casting | null {
  const [casting, setCasting] = useState<Casting | null>(null);
  useEffect(() => {
    if (receiver !== null)
      setCasting(createCasting({ receiver, load: () => import("./cast/cast-parts.ts"), window }));
  }, [receiver]);
  return casting;
}

type ShownProgram = Omit<Program, "media"> & { media: RefObject<HTMLVideoElement> };

/** Lets a screen play this episode, one for each store. */
export function useShown(casting: Casting | null, program: ShownProgram): void {
  const latest = useRef(program);
  latest.current = program;
  const { store } = program;
  useEffect(() => {
    const media = latest.current.media.current;
    if (casting && media)
      return casting.show({ ...latest.current, store, media, ask: () => latest.current.ask() });
  }, [casting, store]);
}

export function useCastState({ subscribe, state }: Casting): CastState {
  return useSyncExternalStore(subscribe, state, state);
}
