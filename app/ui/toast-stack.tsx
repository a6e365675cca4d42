import { toast, Toaster } from "sonner";
import "sonner/dist/styles.css";

/** Adds an error to the stack, unless it is shown already. */
export function addError(message: string): void {
  toast.error(message, { id: message });
}

/** Toasts at the top centre (spec, section 2), on top of everything. A default export, as lazy() wants one. */
export default function ToastStack({ dir }: { dir: "ltr" | "rtl" }) {
  return (
    <Toaster
      position="top-center"
      theme="light"
      dir={dir}
      duration={5_000}
      toastOptions={{ classNames: { toast: "toast" } }}
    />
  );
}
