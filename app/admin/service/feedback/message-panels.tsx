import { getFormProps } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { longestFeedback } from "../../../../contract/service/values.ts";
import type { OutputOf } from "../../../../contract/index.ts";
import { useMay } from "../../kit/admin-frame.tsx";
import { ActorName } from "../../kit/actor-name.tsx";
import { ConflictPanel } from "../../kit/forms/conflict-panel.tsx";
import { AreaField } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import type { Outcome } from "../../kit/outcome.ts";
import { Author, StateChip } from "./feedback-words.tsx";
import { Time } from "../../kit/time.tsx";

export type FeedbackDetail = OutputOf<"z/feedback/detail">;

/** One message: its text, its picture, and the details sent along. */
export function MessagePanel({ message }: { message: FeedbackDetail }) {
  const { t } = useTranslation();
  const { category, text, state, createdAt, author, context, screenshot } = message;
  const facts = Object.entries(context ?? {}) as [keyof NonNullable<FeedbackDetail["context"]>, unknown][];
  return (
    <section className="z-panel" aria-labelledby="message">
      <h2 id="message" className="sr-only">
        {t("admin.feedback.message")}
      </h2>
      <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <StateChip state={state} />
        <span>{t(`feedbackCategory.${category}`)}</span>
        <Author author={author} />
        <span className="z-faint">
          <Time at={createdAt} />
        </span>
      </p>
      <p className="own-words whitespace-pre-line break-words">{text}</p>
      {screenshot ? (
        <a href={screenshot} target="_blank" rel="noreferrer" className="mt-4 block w-fit max-w-full">
          <img
            src={screenshot}
            alt={t("feedback.screenshot")}
            loading="lazy"
            className="max-h-96 max-w-full rounded-lg border border-line"
          />
        </a>
      ) : null}
      {facts.length > 0 ? (
        <>
          <h3 className="z-label mt-5 mb-2">{t("feedback.context")}</h3>
          <dl className="z-facts">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{t(`feedbackContext.${name}`)}</dt>
                <dd className="own-words">
                  {name === "movie" ? (
                    <a href={`/video/${String(value)}`} className="z-link">
                      {String(value)}
                    </a>
                  ) : name === "device" ? (
                    t(value === "mobile" ? "feedback.mobile" : "feedback.desktop")
                  ) : (
                    String(value)
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
    </section>
  );
}

type ReplyForm = { revision: string; reply: string };

/** The answer, which can be edited; and the other actions on the message. */
export function ReplyPanel({ message, outcome }: { message: FeedbackDetail; outcome: Outcome | undefined }) {
  const { t } = useTranslation();
  const may = useMay()("feedback.reply");
  const { reply, repliedAt, repliedBy, revision, state } = message;
  const { form, fields, conflict } = useEditForm<ReplyForm>({
    id: "reply",
    outcome,
    defaultValue: { revision: String(revision), reply: reply ?? "" },
  });
  return (
    <section className="z-panel" aria-labelledby="answer">
      <h2 id="answer">{t("admin.feedback.answer")}</h2>
      {reply !== null && repliedAt !== null ? (
        <p className="z-faint mb-3">
          <Time at={repliedAt} />
          {repliedBy ? (
            <>
              {" · "}
              <ActorName actor={repliedBy} />
            </>
          ) : null}
        </p>
      ) : null}
      {may ? (
        <>
          <Form method="post" {...getFormProps(form)} preventScrollReset className="z-form">
            <input type="hidden" name="intent" value="reply" />
            <input type="hidden" name="revision" value={fields.revision.initialValue ?? revision} />
            <ConflictPanel form={form} conflict={conflict} />
            <AreaField
              field={fields.reply}
              label={t("admin.feedback.words")}
              hint={t("admin.feedback.wordsHint")}
              rows={6}
              maxLength={longestFeedback}
            />
            <button type="submit" className="z-button z-button-primary justify-self-start">
              {t(reply === null ? "admin.feedback.send" : "admin.feedback.again")}
            </button>
          </Form>
          <div className="z-actions mt-4">
            {state !== "answered" ? (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value={state === "closed" ? "reopen" : "close"} />
                <input type="hidden" name="revision" value={revision} />
                <button type="submit" className="z-button">
                  {t(state === "closed" ? "admin.feedback.reopen" : "admin.feedback.close")}
                </button>
              </Form>
            ) : null}
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="delete" />
              <button type="submit" className="z-button z-button-danger">
                {t("admin.feedback.delete")}
              </button>
            </Form>
          </div>
        </>
      ) : (
        <p className="own-words whitespace-pre-line">{reply ?? t("admin.feedback.none")}</p>
      )}
    </section>
  );
}
