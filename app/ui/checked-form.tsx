import { Form, useActionData, type FormProps } from "@remix-run/react";
import { createContext, useContext, useEffect, useRef, useState, type FormEvent } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { faultOf, type Checkable } from "./field-fault.ts";
import { useHydrated } from "./use-hydrated.ts";

/** Why fields were refused in the browser, in the reader's language, by their names. */
type Faults = Readonly<Record<string, string>>;

const FaultsContext = createContext<Faults>({});

/**
 * Why a field is refused: by the page, else by the server.
 * @param error the server's reason
 */
export function useFieldError(name: string | undefined, error: string | undefined): string | undefined {
  const faults = useContext(FaultsContext);
  return (name === undefined ? undefined : faults[name]) ?? error;
}

/**
 * A form whose fields say in the page's language what is wrong with them. With scripts the page checks what the native
 * attributes of its controls state, in place of the browser, and focuses the first refused one; after a refusal of the
 * server too. Without scripts it is a plain form. Its controls show `useFieldError` of their names.
 */
export function CheckedForm({ onSubmit, onInput, noValidate, children, ...form }: FormProps) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [faults, setFaults] = useState<Faults>({});
  const element = useRef<HTMLFormElement>(null);
  const sent = useRef(false);
  const answer = useActionData<unknown>();
  useEffect(() => {
    if (sent.current) firstRefused(element.current)?.focus();
    sent.current = false;
  }, [answer]);
  const word = (control: Checkable) => {
    const fault = faultOf(control);
    return fault && t(fault.text, { bound: fault.bound });
  };
  const check = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const skipped = submitter instanceof HTMLButtonElement && submitter.formNoValidate;
    const found: Record<string, string> = {};
    let first: HTMLElement | null = null;
    for (const control of skipped ? [] : controlsOf(event.currentTarget)) {
      const text = word(control);
      if (!text || control.name in found) continue;
      found[control.name] = text;
      first ??= control;
    }
    // The errors are on the page before the focus moves: screen readers read them with their field.
    flushSync(() => setFaults(found));
    if (!first) {
      sent.current = true;
      return onSubmit?.(event);
    }
    event.preventDefault();
    first.focus();
  };
  /** An error goes once it is corrected. */
  const checkAgain = (event: FormEvent<HTMLFormElement>) => {
    const control = event.target as Control;
    if (control.name in faults) {
      const { [control.name]: _, ...others } = faults;
      const text = word(control);
      setFaults(text ? { ...others, [control.name]: text } : others);
    }
    onInput?.(event);
  };
  return (
    <FaultsContext.Provider value={faults}>
      <Form {...form} ref={element} noValidate={hydrated || noValidate} onSubmit={check} onInput={checkAgain}>
        {children}
      </Form>
    </FaultsContext.Provider>
  );
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The controls that a user can see and correct. */
function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (one): one is Control =>
      (one instanceof HTMLInputElement ||
        one instanceof HTMLTextAreaElement ||
        one instanceof HTMLSelectElement) &&
      one.name !== "" &&
      one.checkVisibility?.() !== false,
  );
}

function firstRefused(form: HTMLFormElement | null): HTMLElement | null {
  return form?.querySelector<HTMLElement>("[aria-invalid=true], [data-refused] input") ?? null;
}
