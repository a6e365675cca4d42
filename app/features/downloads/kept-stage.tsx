import { useEffect, useState } from "react";
import type { KeptFilm } from "./kept-film.tsx";
import type { KeptStageProps } from "./parts.ts";

type Film = typeof KeptFilm;

/**
 * The player's place for a downloaded episode. The code for the copy loads here, because other pages do not need it.
 */
export function KeptStage(props: KeptStageProps) {
  const [Film, setFilm] = useState<Film | null>(null);
  useEffect(() => {
    void import("./kept-film.tsx").then(
      (part) => setFilm(() => part.KeptFilm),
      () => undefined,
    );
  }, []);
  if (Film && props.api) return <Film {...props} api={props.api} />;
  return <img src={props.still} alt="" className="absolute inset-0 size-full object-cover" />;
}
