import { ImagePlus, Send, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { feedbackCategories, longestFeedback, shortestFeedback } from "../../../contract/service/values.ts";
import type { FeedbackContext } from "../../../contract/index.ts";
import { CheckedForm, useFieldError } from "../../ui/checked-form.tsx";
import { describedControl, FieldError, Labelled } from "../../ui/field.tsx";
import { clearFile, FileInput } from "../../ui/file-input.tsx";
import type { FormSource } from "../../lib/send-directly.ts";
import { useDirectUpload } from "../../lib/use-direct-upload.ts";
import { Flash } from "../../ui/flash.tsx";
import { ContextFields } from "./context-fields.tsx";

/** Values to show a refused form again. */
export type FeedbackRefusal = {
  message: string;
  fields: Record<string, string>;
  typed: { category: string; text: string; withContext: boolean };
  /** Name of a screenshot that is already stored: it need not be chosen again. */
  screenshot: string | null;
};

export type FeedbackFormProps = {
  /** Random; a second tap sends the same key and counts as the same message. */
  formKey: string;
  /** The form's own address, with its data about the previous page. */
  action: string;
  context: FeedbackContext;
  movieTitle: string | null;
  /** "5 MB", in the reader's language. */
  largest: string;
  pictureMaxBytes: number;
  forms: FormSource | null;
  refusal: FeedbackRefusal | undefined;
  busy: boolean;
};

/** A message to the operator: its subject, its text, a screenshot, and further details. */
export function FeedbackForm(props: FeedbackFormProps) {
  const { t } = useTranslation();
  const { refusal, context, forms, pictureMaxBytes: maxBytes } = props;
  const upload = { kind: "picture", forms, maxBytes, file: "screenshot", stored: "keptScreenshot" } as const;
  const { onSubmit, sending } = useDirectUpload(upload);
  const busy = props.busy || sending;
  const marked = Object.keys(refusal?.fields ?? {}).length > 0;
  const category = refusal?.typed.category || (context.movie ? "playback" : "");
  const message = marked ? t("login.checkFields") : refusal?.message;
  return (
    <CheckedForm
      method="post"
      action={props.action}
      encType="multipart/form-data"
      onSubmit={onSubmit}
      className="mt-5 grid grid-cols-1 gap-6"
    >
      <input type="hidden" name="key" value={props.formKey} />
      {message ? <Flash tone="error" text={message} /> : null}
      <CategoryField chosen={category} error={refusal?.fields.category} />
      <TextField typed={refusal?.typed.text} error={refusal?.fields.text} />
      <Screenshot
        largest={props.largest}
        kept={refusal?.screenshot ?? null}
        error={refusal?.fields.screenshot}
      />
      <ContextFields
        offered={context}
        movieTitle={props.movieTitle}
        on={refusal?.typed.withContext ?? true}
      />
      <button
        type="submit"
        className="button button-primary min-h-12 w-full @min-[600px]/page:w-auto @min-[600px]/page:justify-self-start @min-[600px]/page:px-8"
        aria-busy={busy}
        aria-disabled={busy}
        onClick={(event) => busy && event.preventDefault()}
      >
        <Send aria-hidden="true" className="flip size-4.5" />
        {t(busy ? "feedback.sending" : "feedback.send")}
      </button>
    </CheckedForm>
  );
}

function CategoryField({ chosen, error: refused }: { chosen: string; error: string | undefined }) {
  const { t } = useTranslation();
  const id = useId();
  const error = useFieldError("category", refused);
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} data-refused={error ? "" : undefined}>
      <legend className="mb-2 text-sm font-semibold">{t("feedback.category")}</legend>
      <div className="flex flex-wrap gap-2">
        {feedbackCategories.map((one) => (
          <label key={one} className="chip">
            <input
              type="radio"
              name="category"
              value={one}
              required
              defaultChecked={chosen === one}
              className="sr-only"
            />
            {t(`feedbackCategory.${one}`)}
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

function TextField({ typed, error: refused }: { typed: string | undefined; error: string | undefined }) {
  const { t } = useTranslation();
  const id = useId();
  const error = useFieldError("text", refused);
  return (
    <Labelled id={id} label={t("feedback.text")} error={error}>
      <textarea
        {...describedControl(id, { error })}
        name="text"
        rows={6}
        required
        minLength={shortestFeedback}
        maxLength={longestFeedback}
        dir="auto"
        defaultValue={typed}
        className="field field-text"
      />
    </Labelled>
  );
}

/** A picture to send along, shown first. A stored one survives a refusal. */
function Screenshot({ largest, kept, error }: { largest: string; kept: string | null; error?: string }) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ url: string; shown: boolean } | null>(null);
  const control = describedControl(id, { hint: t("login.optional"), error });
  const url = chosen?.url;
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  const choose = (file: File | undefined) =>
    setChosen(file ? { url: URL.createObjectURL(file), shown: true } : null);
  return (
    <Labelled id={id} label={t("feedback.screenshot")} hint={t("login.optional")} error={error}>
      {kept && !chosen ? (
        <p className="mb-2 rounded-lg bg-mist px-3.5 py-2.5 text-sm font-medium">
          {t("feedback.screenshotKept")}
          <input type="hidden" name="keptScreenshot" value={kept} />
        </p>
      ) : null}
      <div className="file-box">
        {chosen?.shown ? (
          <img
            src={chosen.url}
            alt=""
            width={48}
            height={48}
            className="size-12 rounded-md object-cover"
            // The file is no picture: the server will report it.
            onError={() => setChosen({ ...chosen, shown: false })}
          />
        ) : (
          <ImagePlus
            aria-hidden="true"
            className="ms-1 size-5.5 shrink-0 text-ink-faint"
            strokeWidth={1.75}
          />
        )}
        <FileInput
          ref={input}
          {...control}
          name="screenshot"
          accept="image/png,image/jpeg,image/webp"
          aria-describedby={`${control["aria-describedby"]} ${id}-size`}
          onFile={choose}
        />
        {chosen ? (
          <button
            type="button"
            aria-label={t("feedback.screenshotRemove")}
            className="grid size-11 shrink-0 place-items-center rounded-full text-ink-faint hover:bg-mist hover:text-ink"
            onClick={() => {
              clearFile(input.current);
              input.current?.focus();
            }}
          >
            <X aria-hidden="true" className="size-4.5" />
          </button>
        ) : null}
      </div>
      <p id={`${id}-size`} className="mt-1.5 text-xs text-ink-faint">
        {t("feedback.screenshotHint", { size: largest })}
      </p>
    </Labelled>
  );
}
