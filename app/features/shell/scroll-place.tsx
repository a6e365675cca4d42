import { ScrollRestoration, useLocation, useRevalidator } from "@remix-run/react";
import { useRef } from "react";
import { useBrowserLayoutEffect } from "../../ui/use-hydrated.ts";

/**
 * Restores the scroll positions of earlier pages, and keeps that of the present page when its data is loaded again:
 * Remix would scroll it back to where it stood when the loading began.
 */
export function ScrollPlace({ nonce }: { nonce: string | undefined }) {
  const place = useRef(0);
  // Effects run in this order before anything is painted.
  return (
    <>
      <Reloaded then={() => (place.current = scrollY)} />
      <ScrollRestoration nonce={nonce} />
      <Reloaded then={() => scrollTo({ top: place.current, behavior: "instant" })} />
    </>
  );
}

/** Calls back when the same page shows data that was loaded again. */
function Reloaded({ then }: { then: () => void }) {
  const { key } = useLocation();
  const { state } = useRevalidator();
  const before = useRef({ key, state });
  useBrowserLayoutEffect(() => {
    const last = before.current;
    before.current = { key, state };
    if (last.state === "loading" && state === "idle" && last.key === key) then();
  });
  return null;
}
