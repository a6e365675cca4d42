import { lazy, memo, Suspense, type ComponentType } from "react";

let wake: () => void = () => undefined;
const woken = typeof document === "undefined" ? null : new Promise<void>((resolve) => (wake = resolve));

if (woken) {
  // Whatever somebody does next with a form begins with one of these, a save of another form included.
  for (const sign of ["pointerdown", "focusin", "keydown"])
    document.addEventListener(sign, wakeForms, { once: true, capture: true, passive: true });
}

/** Fetches the code of the forms now: something of theirs is to be shown that only the browser has. */
export function wakeForms(): void {
  wake();
}

/**
 * A part of a screen the server has written whole and that works without scripts: its code comes when somebody turns to
 * the screen. Until then a form of it is sent as a document. The part must not be given what changes by itself.
 * @param written the part itself, on the server; nothing in the browser
 */
export function whenTouched<Props extends object>(
  written: ComponentType<Props> | undefined,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part: ComponentType<Props> =
    written ??
    (lazy(async () => {
      await woken;
      return { default: await load() };
    }) as unknown as ComponentType<Props>);
  // A boundary that is told of a change before its code is there would lose what the server wrote.
  return memo(function WhenTouched(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  }) as unknown as ComponentType<Props>;
}
