import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useDocument } from "../lib/document-context.ts";
import { whenUnsent } from "../lib/send-form.ts";
import { directionOf } from "../../contract/locales.ts";

/** If it can't be loaded there is no toast; the page stays. */
const Stack = lazy(() => import("./toast-stack.tsx").catch(() => ({ default: () => <></> })));

let wanted = false;
const listeners = new Set<() => void>();

/** Shows an error at the top of the page. Its code loads with the first error. */
export function showError(message: string): void {
  wanted = true;
  for (const listener of listeners) listener();
  void import("./toast-stack.tsx").then(
    ({ addError }) => addError(message),
    () => undefined,
  );
}

/** The place for toasts; empty until there is one. It also shows that a form was not sent. */
export function Toaster() {
  const { t } = useTranslation();
  useEffect(
    () =>
      whenUnsent(({ reason, message }) =>
        showError(
          reason === "offline" ? `${t("busy.unsent")} (${message})` : message || t("errors.unavailable"),
        ),
      ),
    [t],
  );
  const { locale } = useDocument();
  const shown = useSyncExternalStore(
    subscribe,
    () => wanted,
    () => false,
  );
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <Stack dir={directionOf(locale)} />
    </Suspense>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
