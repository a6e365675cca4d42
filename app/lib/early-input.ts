type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** React notes here what a control held at its last event. It reports an event only if that has changed. */
type Tracked = Control & { _valueTracker?: { setValue: (value: string) => void } };

const controls = "input:not([type=hidden],[type=submit],[type=button]),textarea,select";
const noted = new Map<Control, string | boolean>();

/**
 * Notes what has been entered before the page's scripts came, and until it is hydrated. React 18 puts the first value
 * back into what it controls, and into each text area that had one, and its handlers have not seen it.
 */
export function noteEarlyInput(): void {
  for (const control of document.querySelectorAll<Control>(controls)) if (isChanged(control)) note(control);
  for (const type of ["input", "change"]) document.addEventListener(type, noteTarget, true);
}

/** Enters it again, once the page is hydrated and rendered. */
export function enterEarlyInput(): void {
  for (const type of ["input", "change"]) document.removeEventListener(type, noteTarget, true);
  // After what effects render at once, which puts first values back; before it is painted.
  queueMicrotask(() => {
    for (const [control, value] of noted) if (control.isConnected) enter(control, value);
    noted.clear();
  });
}

function noteTarget({ target }: Event): void {
  if (target instanceof Element && target.matches(controls)) note(target as Control);
}

function note(control: Control): void {
  if (control.type === "radio")
    for (const other of noted.keys())
      if (other.type === "radio" && other.name === control.name && other.form === control.form)
        noted.delete(other);
  noted.set(control, isTicked(control) ? control.checked : control.value);
}

function isTicked(control: Control): control is HTMLInputElement {
  return control.type === "checkbox" || control.type === "radio";
}

/** Whether a control differs from what the document came with. Of radio buttons, the chosen one alone does. */
function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex !== Math.max(first, 0);
  }
  if (control.type === "radio") return isTicked(control) && control.checked && !control.defaultChecked;
  if (isTicked(control)) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

function enter(control: Tracked, value: string | boolean): void {
  const tell = (...types: string[]) => {
    for (const type of types) control.dispatchEvent(new Event(type, { bubbles: true }));
  };
  if (isTicked(control)) {
    control.checked = value === true;
    (control as Tracked)._valueTracker?.setValue(String(!value));
    return tell("click", "input", "change");
  }
  // A file that was chosen stays; nothing else may be entered there.
  if (control.type !== "file" && control.value !== value) control.value = String(value);
  control._valueTracker?.setValue(`${control.value}.`);
  tell("input", "change");
}
