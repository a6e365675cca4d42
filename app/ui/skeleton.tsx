/** A placeholder block in the shape of the content to come. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`block animate-shimmer rounded-lg bg-mist ${className}`} />;
}

/** A placeholder for a row of posters. */
export function RailSkeleton() {
  return (
    <div className="mt-6">
      <Skeleton className="mx-(--gutter) h-5 w-32" />
      <div className="rail mt-2" aria-hidden="true">
        {Array.from({ length: 8 }, (_, index) => (
          <span key={index} className="rail-poster shrink-0">
            <Skeleton className="aspect-2/3" />
            <Skeleton className="mt-2 h-3 w-3/4" />
          </span>
        ))}
      </div>
    </div>
  );
}
