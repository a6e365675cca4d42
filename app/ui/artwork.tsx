import type { Artwork, MovieCard, Still } from "../../contract/index.ts";

type PictureProps = {
  artwork: Artwork;
  className?: string;
  /** On the first screen: loads at once. */
  eager?: boolean;
  /** The page's main picture: loads with high priority. */
  first?: boolean;
  /** Loads after that one, though it is on the first screen too. */
  second?: boolean;
};

/** A 2:3 poster. Decorative: the title is next to it as text. The dominant colour reserves its space. */
export function Poster({ artwork, className, eager = false, second = false }: PictureProps) {
  const source = (width: number) => `${artwork.path}/poster-${width}.webp?v=${artwork.version}`;
  return (
    <img
      alt=""
      className={className}
      width={320}
      height={480}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      sizes="(max-width: 599px) 28vw, 184px"
      srcSet={`${source(160)} 160w, ${source(320)} 320w, ${source(480)} 480w`}
      src={source(320)}
      // React 18 knows the attribute under its lower-case name only.
      {...(second ? { fetchpriority: "low" } : {})}
      style={{ backgroundColor: artwork.colour }}
    />
  );
}

/** A 16:9 picture, decorative as the poster is. */
export function Backdrop({
  artwork,
  className,
  eager = false,
  first = false,
  sizes,
}: PictureProps & { sizes: string }) {
  const source = (width: number) => `${artwork.path}/backdrop-${width}.webp?v=${artwork.version}`;
  return (
    <img
      alt=""
      className={className}
      width={640}
      height={360}
      loading={eager ? "eager" : "lazy"}
      decoding={first ? "sync" : "async"}
      sizes={sizes}
      srcSet={`${source(640)} 640w, ${source(1280)} 1280w`}
      src={source(640)}
      // React 18 knows the attribute under its lower-case name only.
      {...(first ? { fetchpriority: "high" } : {})}
      style={{ backgroundColor: artwork.colour }}
    />
  );
}

/** A 16:9 picture of an episode, decorative as the poster is. */
export function StillPicture({
  still,
  eager = false,
  sizes,
}: {
  still: Still;
  eager?: boolean;
  sizes: string;
}) {
  const source = (width: number) => `${still.path}-${width}.webp?v=${still.version}`;
  return (
    <img
      alt=""
      width={320}
      height={180}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      sizes={sizes}
      srcSet={`${source(320)} 320w, ${source(640)} 640w`}
      src={source(320)}
      style={{ backgroundColor: still.colour }}
    />
  );
}

/** Where a user left off: of a series the episode's picture, where it has one, else the movie's. */
export function PlacePicture({
  place: { movie, still },
  ...picture
}: {
  place: { movie: Pick<MovieCard, "kind" | "artwork">; still?: Still | null };
  eager?: boolean;
  sizes: string;
}) {
  if (movie.kind === "series" && still) return <StillPicture still={still} {...picture} />;
  return <Backdrop artwork={movie.artwork} {...picture} />;
}
