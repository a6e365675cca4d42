/** Spinner over the page, never instead of it, while requests run or the app starts. */
export function LoadingOverlay({ active, label }: { active: boolean; label: string }) {
  return (
    <div
      role="status"
      data-active={active}
      className="pointer-events-none fixed inset-0 z-50 grid place-items-center opacity-0 transition-opacity data-[active=true]:opacity-100 data-[active=true]:delay-300"
    >
      {active ? (
        <div className="grid size-20 place-items-center rounded-xl bg-card text-curtain shadow-card">
          <span className="spinner" aria-hidden="true" />
          <span className="sr-only">{label}</span>
        </div>
      ) : null}
    </div>
  );
}
