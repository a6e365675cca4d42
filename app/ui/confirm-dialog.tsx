import { createContext, useContext, useEffect, useId, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

export type Confirmation = {
  /** What will happen, in the reader's language. */
  description: string;
  /** Runs when the user confirms; the dialog closes when it settles. */
  onOk: () => unknown;
};

const ConfirmContext = createContext<((asked: Confirmation) => void) | null>(null);

/** The one confirm dialog of the page (spec, section 2), available to everything inside. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Confirmation | null>(null);
  return (
    <ConfirmContext.Provider value={setAsked}>
      {children}
      {asked ? <ConfirmDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </ConfirmContext.Provider>
  );
}

/** @returns a function that asks before an action; it needs scripts, `ConfirmStep` works without. */
export function useConfirm(): (asked: Confirmation) => void {
  const ask = useContext(ConfirmContext);
  if (!ask) throw new Error("useConfirm is used outside ConfirmProvider");
  return ask;
}

/**
 * Title, description, cancel and ok. Ok runs the stored callback; the dialog closes when that settles, failed or not.
 */
function ConfirmDialog({ description, onOk, onClose }: Confirmation & { onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  // Uses native modal dialogs: focus stays inside, Escape works, and focus returns to where it was.
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const agree = () => {
    setBusy(true);
    // The callback reports its own failure; an unexpected one still reaches the console.
    void Promise.resolve()
      .then(onOk)
      .finally(() => dialog.current?.close());
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      aria-busy={busy}
      className="confirm-dialog m-auto w-[min(22rem,calc(100vw-2rem))] rounded-xl bg-card p-6 text-ink shadow-lift backdrop:bg-night/55"
      onClose={onClose}
      // Closing the dialog can't undo an action that has begun.
      onCancel={(event) => busy && event.preventDefault()}
      onClick={(event) => event.target === dialog.current && !busy && dialog.current?.close()}
    >
      <h2 id={`${id}-title`} className="text-lg font-bold first-letter:uppercase">
        {t("dialog.title")}
      </h2>
      <p id={`${id}-text`} className="mt-1.5 text-ink-soft">
        {description}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-2.5">
        <button
          type="button"
          className="button button-quiet min-w-24"
          disabled={busy}
          onClick={() => dialog.current?.close()}
        >
          <span className="inline-block first-letter:uppercase">{t("dialog.cancel")}</span>
        </button>
        <button
          type="button"
          className="button button-primary min-w-24"
          aria-disabled={busy}
          onClick={() => busy || agree()}
        >
          <span className="inline-block first-letter:uppercase">{t("dialog.ok")}</span>
        </button>
      </div>
    </dialog>
  );
}
