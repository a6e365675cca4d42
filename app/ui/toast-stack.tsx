import { useEffect, useRef } from "react";
import { toast, Toaster } from "sonner";
import "sonner/dist/styles.css";

let layer: HTMLElement | null = null;

/** Adds an error to the stack, unless it is shown already. */
export function addError(message: string): void {
  toast.error(message, { id: message });
  raise();
}

/** The element that was shown last is on top, above a modal dialog too. */
function raise(): void {
  layer?.hidePopover();
  layer?.showPopover();
}

/** Toasts at the top centre (spec, section 2), on top of everything. A default export, as lazy() wants one. */
export default function ToastStack({ dir }: { dir: "ltr" | "rtl" }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    layer = place.current;
    // React 18 has no such property in its types.
    layer?.setAttribute("popover", "manual");
    raise();
    return () => void (layer = null);
  }, []);
  return (
    <div ref={place} className="toast-layer">
      <Toaster
        position="top-center"
        theme="light"
        dir={dir}
        duration={5_000}
        toastOptions={{ classNames: { toast: "toast" } }}
      />
    </div>
  );
}
