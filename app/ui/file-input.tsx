import { useState, type ComponentPropsWithRef, forwardRef } from "react";
import { useTranslation } from "react-i18next";

type Props = Omit<ComponentPropsWithRef<"input">, "type" | "className"> & {
  onFile?: ((file: File | undefined) => void) | undefined;
  /** For a field that takes several files: its button, and what is said of more than one chosen file. */
  several?: { choose: string; chosen: (count: number) => string };
};

/**
 * A file field whose words are of the page's language, where browsers write their own. The native control lies unseen
 * over them, and takes the tap, a dropped file, the focus and the name; without scripts it is seen itself.
 */
export const FileInput = forwardRef<HTMLInputElement, Props>(function FileInput(
  { onFile, onChange, several, ...input },
  ref,
) {
  const { t } = useTranslation();
  const [name, setName] = useState<string | null>(null);
  return (
    <span className="file-choice">
      <input
        {...input}
        ref={ref}
        type="file"
        multiple={several !== undefined}
        className="file-native"
        onChange={(event) => {
          const { files } = event.currentTarget;
          const count = files?.length ?? 0;
          setName(several && count > 1 ? several.chosen(count) : (files?.[0]?.name ?? null));
          onFile?.(files?.[0]);
          onChange?.(event);
        }}
      />
      <span className="file-face" aria-hidden="true">
        <span className="file-button">{several?.choose ?? t("file.choose")}</span>
        <bdi className="file-name">{name ?? t("file.none")}</bdi>
      </span>
    </span>
  );
});

/** Takes a chosen file back. */
export function clearFile(input: HTMLInputElement | null): void {
  if (!input) return;
  input.value = "";
  input.dispatchEvent(new Event("change", { bubbles: true }));
}
