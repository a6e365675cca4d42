import { Link, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useId, useRef, useState, type MouseEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CheckedForm } from "./checked-form.tsx";

export type ConfirmStepProps = {
  /** What will happen, in the reader's language. */
  text: string;
  /** URL of the page without the question. */
  cancelTo: string;
  /** URL the form is sent to; by default that of this page. */
  action?: string;
  /** Hidden fields of the form. */
  hidden: readonly (readonly [name: string, value: string])[];
  /** Details of what will happen, between the text and the form. */
  details?: ReactNode;
  /** There is nothing to confirm, only to cancel. */
  idle?: boolean | undefined;
  /** Cancelling sends the form as well, with `cancel`, where no script can just close the step. */
  keep?: boolean | undefined;
  className?: string;
  /** Fields of the form. */
  children?: ReactNode;
};

const look =
  "relative mx-auto my-6 w-full max-w-sm rounded-xl bg-card p-6 text-ink shadow-card backdrop:bg-night/55 [&:modal]:fixed [&:modal]:m-auto [&:modal]:shadow-lift";

/**
 * Title, description, cancel and ok before a form is sent. Without scripts it is a step of the page that the server
 * renders; with scripts the same element is modal. What needs no server is asked by `useConfirm`.
 */
export function ConfirmStep(props: ConfirmStepProps) {
  const { text, cancelTo, action, hidden, details, idle = false, keep = false } = props;
  const { className = look, children } = props;
  const { t } = useTranslation();
  const id = useId();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const [left, setLeft] = useState(false);
  const busy = useNavigation().formMethod === "POST";
  useEffect(() => {
    const element = dialog.current;
    element?.removeAttribute("open");
    element?.showModal();
    return () => element?.close();
  }, []);
  if (left) return null;
  const leave = () => {
    setLeft(true);
    if (cancelTo !== pathname + search) navigate(cancelTo, { preventScrollReset: true });
  };
  const cancel = {
    className: "button button-quiet order-first min-w-24",
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      dialog.current?.close();
    },
    children: <span className="inline-block first-letter:uppercase">{t("dialog.cancel")}</span>,
  };
  return (
    <dialog
      open
      ref={dialog}
      className={className}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={leave}
    >
      <h2 id={`${id}-title`} className="text-lg font-bold first-letter:uppercase">
        {t("dialog.title")}
      </h2>
      <p id={`${id}-text`} className="mt-1.5 text-ink-soft">
        {text}
      </p>
      {details}
      <CheckedForm method="post" action={action} preventScrollReset className="mt-5 grid gap-4">
        {hidden.map(([name, value], place) => (
          <input key={`${name}-${place}`} type="hidden" name={name} value={value} />
        ))}
        {children}
        <div className="flex flex-wrap justify-end gap-2.5">
          {keep ? null : <Link to={cancelTo} {...cancel} />}
          {idle ? null : (
            <button type="submit" className="button button-primary min-w-24" aria-busy={busy}>
              <span className="inline-block first-letter:uppercase">{t("dialog.ok")}</span>
            </button>
          )}
          {/* After the other one: the first submit button of a form is the one that Enter presses. */}
          {keep ? <button type="submit" name="cancel" value="1" formNoValidate {...cancel} /> : null}
        </div>
      </CheckedForm>
    </dialog>
  );
}
