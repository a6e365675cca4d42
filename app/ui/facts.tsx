export type Fact = { label: string; value: string };

/** Facts line by line: a name with its value. */
export function Facts({ facts, className = "" }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={`grid gap-1.5 text-sm ${className}`}>
      {facts.map(({ label, value }) => (
        <div key={label} className="grid grid-cols-[minmax(min(7.5rem,45%),36%)_minmax(0,1fr)] gap-3">
          <dt className="wrap-anywhere text-ink-soft">{label}</dt>
          <dd className="own-words wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
