import { X } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { useHydrated } from "./use-hydrated.ts";

export type NoticeProps = {
  text: string;
  tone?: "done" | "error";
  closeLabel: string;
  /** A form to undo it, for example. */
  children?: ReactNode;
  below?: ReactNode;
};

/** Milliseconds a notice stays: long enough to read it and to reach its button. */
const shownMs = 8_000;

/**
 * The result of an action, in the place of toasts (top centre), with an undo. The server renders it, so that it works
 * without scripts, until the next page. With scripts it disappears by itself, but not under a finger, a mouse or the
 * focus. Give it a new `key` for every message.
 */
export function Notice({ text, tone = "done", closeLabel, children, below }: NoticeProps) {
  const [open, setOpen] = useState(true);
  const [held, setHeld] = useState(false);
  const hydrated = useHydrated();
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => setOpen(false), shownMs);
    return () => clearTimeout(timer);
  }, [held]);
  if (!open) return null;
  return (
    <div
      className="notice pointer-events-none fixed inset-x-4 top-[calc(var(--safe-top)+0.75rem)] z-65 flex justify-center"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div
        role={tone === "error" ? "alert" : "status"}
        className="pointer-events-auto max-w-md rounded-lg bg-ink ps-4 pe-1 text-sm font-medium text-white shadow-lift"
      >
        <div className="flex min-h-12 items-center gap-1">
          <p className="min-w-0 flex-1 py-2.5 pe-2">{text}</p>
          {children}
          {hydrated ? (
            <button
              type="button"
              aria-label={closeLabel}
              className="grid size-11 shrink-0 place-items-center rounded-md text-white/75 hover:text-white"
              onClick={() => setOpen(false)}
            >
              <X aria-hidden="true" className="size-4.5" />
            </button>
          ) : null}
        </div>
        {below}
      </div>
    </div>
  );
}
