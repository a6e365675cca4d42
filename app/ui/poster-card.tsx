import { Link } from "@remix-run/react";
import type { MovieCard } from "../../contract/index.ts";
import { Poster } from "./artwork.tsx";
import { Badge, VipBadge } from "./badge.tsx";

/** A title on a wall: its poster, its name, and whether it is for VIP members or still to come. */
export function PosterCard({
  movie,
  eager,
  words,
}: {
  movie: MovieCard;
  eager: boolean;
  words: { vip: string; soon: string };
}) {
  return (
    <Link to={`/video/${movie.id}`} prefetch="intent" className="card-link block">
      <span className="poster">
        <Poster
          artwork={movie.artwork}
          eager={eager}
          className={movie.ready ? undefined : "opacity-60 saturate-50"}
        />
        <span className="poster-badges">
          {movie.access === "vip" ? <VipBadge label={words.vip} /> : null}
          {movie.ready ? null : <Badge>{words.soon}</Badge>}
        </span>
      </span>
      <span className="own-words mt-1 block truncate text-xs font-medium text-ink @min-[600px]/page:mt-2 @min-[600px]/page:text-sm">
        {movie.title}
      </span>
    </Link>
  );
}
