import { useBlocker } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../../ui/confirm-dialog.tsx";
import type { Outcome } from "../outcome.ts";

/**
 * Asks before typed values are lost: by leaving the page, or by opening another language, episode or season in it. A refused or
 * unsent form is still unsaved. Needs scripts.
 * @param outcome of the page's last form
 */
export function UnsavedGuard({ outcome }: { outcome: Outcome | undefined }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const saved = useRef(new WeakMap<HTMLFormElement, string>());
  const sent = useRef<HTMLFormElement | null>(null);
  // After each render: a form that has been saved is a new one, with new values.
  useEffect(() => {
    for (const form of formsHere()) if (!saved.current.has(form)) saved.current.set(form, valuesOf(form));
  });
  useEffect(() => {
    const isSame = outcome?.done && sent.current?.isConnected;
    if (isSame) saved.current.set(sent.current!, valuesOf(sent.current!));
  }, [outcome]);
  const isUnsaved = () =>
    formsHere().some((form) => (saved.current.get(form) ?? valuesOf(form)) !== valuesOf(form));
  useEffect(() => {
    const note = (event: SubmitEvent) => (sent.current = event.target as HTMLFormElement);
    const ask = (event: BeforeUnloadEvent) => isUnsaved() && event.preventDefault();
    addEventListener("submit", note, { capture: true });
    addEventListener("beforeunload", ask);
    return () => {
      removeEventListener("submit", note, { capture: true });
      removeEventListener("beforeunload", ask);
    };
  }, []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isElsewhere(currentLocation, nextLocation) && isUnsaved(),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    confirm({ description: t("admin.form.unsaved"), onOk: () => blocker.proceed() });
  }, [blocker, confirm, t]);
  return null;
}

/** A number that is soon typed again is not guarded. */
const guarded = "main form[method=post]:not([data-unguarded])";
const formsHere = () => [...document.querySelectorAll<HTMLFormElement>(guarded)];

/** What a form would send of what is typed in it. Its hidden fields change with other saves. */
function valuesOf(form: HTMLFormElement): string {
  const hidden = [...form.querySelectorAll<HTMLInputElement>("input[type=hidden]")].map(({ name }) => name);
  const typed = [...new FormData(form)].filter(
    ([name, value]) => typeof value === "string" && !hidden.includes(name),
  );
  return JSON.stringify(typed);
}

type Place = { pathname: string; search: string };

/** Whether another address shows other forms. */
function isElsewhere(current: Place, next: Place): boolean {
  if (next.pathname !== current.pathname) return true;
  const [here, there] = [new URLSearchParams(current.search), new URLSearchParams(next.search)];
  // A form that brings a file is sent to an address of its own, which shows the same page.
  if (there.has("send")) return false;
  return ["lang", "episode", "season"].some((name) => there.has(name) && there.get(name) !== here.get(name));
}
