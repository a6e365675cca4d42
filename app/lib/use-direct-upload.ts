import { useSubmit } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { sendDirectly, type FormSource, type SentKind } from "./send-directly.ts";

type Options = {
  kind: SentKind;
  /** Null until the session is known: the form is then sent as without scripts. */
  forms: FormSource | null;
  /** Name of the form's file field. */
  file: string;
  /** Name of the field that carries the stored file's name instead. */
  stored?: string;
  /** A larger file goes through the server, which refuses it. */
  maxBytes: number;
  preventScrollReset?: boolean;
};

/**
 * For a form with one small file: on submit the file goes straight to the storage, and the form then carries its name.
 * Where that fails, the form is sent with the file, as without scripts.
 */
export function useDirectUpload(options: Options) {
  const { kind, forms, file: field, stored = "stored", maxBytes, preventScrollReset = false } = options;
  const submit = useSubmit();
  const [sending, setSending] = useState(false);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const fields = new FormData(form);
    const file = fields.get(field);
    if (sending) return event.preventDefault();
    if (!forms || !(file instanceof File) || file.size === 0 || file.size > maxBytes) return;
    event.preventDefault();
    setSending(true);
    const send = async () => {
      const key = await sendDirectly(file, { kind, forms }).catch(() => null);
      setSending(false);
      // The user has left the page meanwhile.
      if (!form.isConnected) return;
      if (key) {
        fields.delete(field);
        fields.set(stored, key);
      }
      const action = form.getAttribute("action") ?? undefined;
      submit(fields, { method: "post", action, encType: "multipart/form-data", preventScrollReset });
    };
    void send();
  };
  return { onSubmit, sending };
}
