import { useEffect } from "react";
import { useDocument } from "../../lib/document-context.ts";

/** On a television, or with no pointer at all, lets a remote control move through the page. */
export function useRemote(): void {
  const { television } = useDocument();
  useEffect(() => {
    if (!television && !matchMedia("(pointer: none)").matches) return;
    let stop = () => {};
    let gone = false;
    void import("./remote.ts")
      .then(({ followRemote }) => {
        if (!gone) stop = followRemote();
      })
      // Without a network: the keys stay the browser's.
      .catch(() => undefined);
    return () => {
      gone = true;
      stop();
    };
  }, [television]);
}
