import { useNavigation } from "@remix-run/react";

/** A line along the top while the next page loads. */
export function NavProgress({ label }: { label: string }) {
  const busy = useNavigation().state !== "idle";
  return (
    <div role="status">
      <div className="nav-progress" data-busy={busy} />
      {busy ? <span className="sr-only">{label}</span> : null}
    </div>
  );
}
