import { useEffect, useState } from "react";
import type { OfflineCopy } from "./offline-copy.tsx";
import type { CopyStageProps } from "./parts.ts";

type Copy = typeof OfflineCopy;

/**
 * The player's place for a downloaded episode. The code for the copy loads here, because other pages do not need it.
 */
export function CopyStage(props: CopyStageProps) {
  const [Copy, setOfflineCopy] = useState<Copy | null>(null);
  useEffect(() => {
    void import("./offline-copy.tsx").then(
      (part) => setOfflineCopy(() => part.OfflineCopy),
      () => undefined,
    );
  }, []);
  if (Copy && props.api) return <Copy {...props} api={props.api} />;
  return <img src={props.still} alt="" className="absolute inset-0 size-full object-cover" />;
}
