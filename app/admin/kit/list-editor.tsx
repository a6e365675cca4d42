import { Form, useSubmit } from "@remix-run/react";
import { ArrowDown, ArrowUp, GripVertical, type LucideIcon } from "lucide-react";
import { useRef, type ComponentProps, type DragEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "../../ui/use-hydrated.ts";

type Fields = Record<string, string | number>;

export type ListLine = {
  key: string;
  /** Of its element, for anchors. */
  id?: string;
  /** Names the line in the labels of the buttons that move it. */
  name: string;
  content: ReactNode;
  /** The line is open in the editor beside the list. */
  open?: boolean;
  /** Hidden fields of its forms, which tell the server the line. */
  fields?: Fields;
  /** Further buttons, behind those that move it. */
  buttons?: readonly { intent: string; label: string; icon: LucideIcon }[];
};

export type ListEditorProps = {
  lines: readonly ListLine[];
  /** The `intent` that moves a line; null = the list has no order of its own. */
  order?: string | null;
  editable?: boolean;
  lineClass?: string;
};

/**
 * Lines in an order that buttons change, each of them a form; with scripts a line can be dragged too. A move sends the
 * line's fields and `to`, its new position, from 0 (`movedItem` in list-order.ts).
 */
export function ListEditor({ lines, order = "order", editable = true, lineClass }: ListEditorProps) {
  const { t } = useTranslation();
  const submit = useSubmit();
  const orderable = editable && order !== null;
  const move = (line: ListLine, to: number) => ({ intent: order!, ...line.fields, to });
  const dragging = useDragging((from, to) =>
    submit(move(lines[from]!, to), { method: "post", preventScrollReset: true }),
  );
  const List = order === null ? "ul" : "ol";
  return (
    <List className="z-order">
      {lines.map((line, at) => (
        <li
          key={line.key}
          id={line.id}
          className={lineClass}
          data-open={Boolean(line.open)}
          {...(orderable && dragging(at))}
        >
          {orderable ? (
            <span className="z-grip">
              <GripVertical aria-hidden="true" className="size-4" />
            </span>
          ) : null}
          {line.content}
          {editable && (orderable || line.buttons) ? (
            <span className="flex flex-none">
              {orderable ? (
                <>
                  <LineForm
                    fields={move(line, at - 1)}
                    icon={ArrowUp}
                    label={`${t("admin.form.up")}: ${line.name}`}
                    disabled={at === 0}
                  />
                  <LineForm
                    fields={move(line, at + 1)}
                    icon={ArrowDown}
                    label={`${t("admin.form.down")}: ${line.name}`}
                    disabled={at === lines.length - 1}
                  />
                </>
              ) : null}
              {line.buttons?.map(({ intent, ...button }) => (
                <LineForm key={intent} fields={{ intent, ...line.fields }} {...button} />
              ))}
            </span>
          ) : null}
        </li>
      ))}
    </List>
  );
}

function LineForm({ fields, ...button }: { fields: Fields } & ComponentProps<typeof IconButton>) {
  return (
    <Form method="post" preventScrollReset>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <IconButton {...button} />
    </Form>
  );
}

type IconButtonProps = { icon: LucideIcon; label: string } & Omit<ComponentProps<"button">, "children">;

/** A submit button that shows only an icon. */
export function IconButton({ icon: Icon, label, ...button }: IconButtonProps) {
  return (
    <button type="submit" className="z-icon-button disabled:opacity-30" aria-label={label} {...button}>
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}

/** @returns a function that gives a line the events by which it is dragged to another position */
function useDragging(move: (from: number, to: number) => void) {
  const hydrated = useHydrated();
  const from = useRef<number | null>(null);
  const mark = (event: DragEvent<HTMLElement>, over: boolean) => {
    event.currentTarget.dataset.over = String(over);
  };
  return (at: number) =>
    hydrated && {
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>) => {
        from.current = at;
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", String(at));
      },
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (from.current === null || from.current === at) return;
        event.preventDefault();
        mark(event, true);
      },
      onDragLeave: (event: DragEvent<HTMLElement>) => mark(event, false),
      onDrop: (event: DragEvent<HTMLElement>) => {
        event.preventDefault();
        mark(event, false);
        const moved = from.current;
        from.current = null;
        if (moved !== null && moved !== at) move(moved, at);
      },
    };
}
