import { PageLink } from "./page-link.tsx";
import { PosterFace, type PosterMovie, type PosterWords } from "./poster-face.tsx";

/**
 * A movie in a row below a larger picture: its poster, its name, and whether it is for VIP members or not yet
 * available.
 */
export function PosterCard({
  movie,
  eager,
  words,
}: {
  movie: PosterMovie;
  eager: boolean;
  words: PosterWords;
}) {
  return (
    <PageLink to={`/video/${movie.id}`} prefetch="intent" className="card-link block">
      <PosterFace movie={movie} eager={eager} second words={words} />
      <span className="poster-title own-words mt-1 text-xs font-medium text-ink @min-[600px]/page:mt-2 @min-[600px]/page:text-sm">
        {movie.title}
      </span>
    </PageLink>
  );
}
