import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "../../ui/use-hydrated.ts";

/**
 * Copies a text. Only where scripts may write to the clipboard: elsewhere the text is selected by a tap, so show it
 * beside the button with `select-all`.
 * @param label for screen readers, where the text itself is no name
 */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  if (!hydrated || !("clipboard" in navigator)) return null;
  const Icon = copied ? Check : Copy;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <button
      type="button"
      className="z-button"
      aria-label={label ?? `${t("admin.form.copy")}: ${text}`}
      onClick={copy}
    >
      <Icon aria-hidden="true" className="size-4" />
      <span role="status">{t(copied ? "admin.form.copied" : "admin.form.copy")}</span>
    </button>
  );
}
