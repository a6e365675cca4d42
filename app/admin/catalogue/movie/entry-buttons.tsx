import type { FormMetadata } from "@conform-to/react";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";

/** Moves or removes an entry of a form's list; without scripts, through the server. */
export function EntryButtons({
  form,
  name,
  index,
  count,
}: {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  form: FormMetadata<any>;
  name: string;
  index: number;
  count: number;
}) {
  const { t } = useTranslation();
  const to = (place: number) => form.reorder.getButtonProps({ name, from: index, to: place });
  return (
    <span className="flex flex-none self-end">
      <button
        {...to(index - 1)}
        disabled={index === 0}
        aria-label={t("admin.form.up")}
        className="z-icon-button disabled:opacity-30"
      >
        <ArrowUp aria-hidden="true" className="size-4" />
      </button>
      <button
        {...to(index + 1)}
        disabled={index === count - 1}
        aria-label={t("admin.form.down")}
        className="z-icon-button disabled:opacity-30"
      >
        <ArrowDown aria-hidden="true" className="size-4" />
      </button>
      <button
        {...form.remove.getButtonProps({ name, index })}
        aria-label={t("admin.form.remove")}
        className="z-icon-button"
      >
        <Trash2 aria-hidden="true" className="size-4" />
      </button>
    </span>
  );
}
