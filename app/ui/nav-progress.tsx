import { useNavigation } from "@remix-run/react";

/** A line along the top while the next page loads. It says nothing: the overlay does (loading-overlay.tsx). */
export function NavProgress() {
  const busy = useNavigation().state !== "idle";
  return <div className="nav-progress" data-busy={busy} aria-hidden="true" />;
}
