import type { FormMetadata } from "@conform-to/react";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../kit/list-editor.tsx";

/** Moves or removes an entry of a form's list; without scripts, through the server. */
export function EntryButtons({
  form,
  name,
  index,
  count,
  removable = true,
}: {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  form: FormMetadata<any>;
  name: string;
  index: number;
  count: number;
  removable?: boolean;
}) {
  const { t } = useTranslation();
  const to = (place: number) => form.reorder.getButtonProps({ name, from: index, to: place });
  return (
    <span className="flex flex-none self-end">
      <IconButton {...to(index - 1)} icon={ArrowUp} label={t("admin.form.up")} disabled={index === 0} />
      <IconButton
        {...to(index + 1)}
        icon={ArrowDown}
        label={t("admin.form.down")}
        disabled={index === count - 1}
      />
      {removable ? (
        <IconButton
          {...form.remove.getButtonProps({ name, index })}
          icon={Trash2}
          label={t("admin.form.remove")}
        />
      ) : null}
    </span>
  );
}
