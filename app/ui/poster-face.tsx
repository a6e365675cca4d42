import type { MovieCard } from "../../contract/index.ts";
import { Poster } from "./artwork.tsx";
import { Badge, VipBadge } from "./badge.tsx";

/** Words on a poster, in the reader's language: passed in, as there are many posters on a page. */
export type PosterWords = { vip: string; soon: string };

/** What a poster shows of a movie. */
export type PosterMovie = Pick<MovieCard, "id" | "title" | "access" | "ready" | "artwork">;

/** A movie's poster with its badges: for VIP members, or not yet available. */
export function PosterFace({
  movie,
  eager,
  second = false,
  words,
}: {
  movie: PosterMovie;
  eager: boolean;
  /** The page has a larger picture, which loads first. */
  second?: boolean;
  words: PosterWords;
}) {
  return (
    <span className="poster" data-account={movie.access === "signed-in" || undefined}>
      <Poster
        artwork={movie.artwork}
        eager={eager}
        second={second}
        className={movie.ready ? undefined : "opacity-60 saturate-50"}
      />
      <span className="poster-badges">
        {movie.access === "vip" ? <VipBadge label={words.vip} /> : null}
        {movie.ready ? null : <Badge>{words.soon}</Badge>}
      </span>
    </span>
  );
}
