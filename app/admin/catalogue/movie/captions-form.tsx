import { Form, useRevalidator } from "@remix-run/react";
import { Captions, RotateCw, X } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Captioning } from "../../../../contract/index.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { SelectField } from "../../kit/forms/fields.tsx";
import { useWriters } from "../../kit/format.ts";
import { Refresh } from "../../kit/live.tsx";
import { Meter } from "../../kit/meter.tsx";
import type { Option } from "../../kit/options.ts";
import { Chip } from "../../kit/page-head.tsx";
import { useZone } from "../../kit/zone.ts";

/** Captions that a program makes: what is made now, and whether more can be. */
export type Making = {
  makesCaptions: boolean;
  captioning: Captioning | null;
  /** Language that the sound is marked with, in the reader's words. */
  spoken: string | null;
  /** Makes the form start them once, however often it is sent. */
  key: string;
};

/** Milliseconds between two looks at the progress. */
const lookMs = 3_000;
const tones = {
  waiting: undefined,
  running: "gold",
  failed: "red",
  done: "good",
  cancelled: undefined,
} as const;
const words = {
  waiting: "admin.encoding.state.waiting",
  running: "admin.job.running",
  failed: "admin.encoding.state.failed",
  done: "admin.magnet.state.done",
  cancelled: "admin.encoding.state.cancelled",
} as const;

/** Has captions made of an episode's sound, and shows how far that is. */
export function CaptionsForm({
  making,
  index,
  languages,
  editable,
}: {
  making: Making;
  index: number;
  languages: readonly Option[];
  editable: boolean;
}) {
  const { t } = useTranslation();
  const { captioning, makesCaptions, spoken, key } = making;
  const isLive = captioning?.state === "waiting" || captioning?.state === "running";
  useLook(isLive);
  return (
    <>
      {captioning ? <Progress captioning={captioning} editable={editable} again={makesCaptions} /> : null}
      {makesCaptions && editable && !isLive ? (
        <details className="z-more mt-2">
          <summary>{t("admin.captions.make")}</summary>
          <CheckedForm method="post" preventScrollReset className="grid gap-3 pt-1 pb-2">
            <p className="z-hint">{t("admin.captions.text")}</p>
            <input type="hidden" name="index" value={index} />
            <input type="hidden" name="key" value={key} />
            <SelectField
              field={{ id: "captions-locale", name: "locale" }}
              label={t("admin.captions.language")}
              options={[
                {
                  value: "",
                  label: spoken
                    ? t("admin.captions.asMarked", { language: spoken })
                    : t("admin.captions.detect"),
                },
                ...languages,
              ]}
            />
            <button
              type="submit"
              name="intent"
              value="captions-start"
              className="z-button justify-self-start"
            >
              <Captions aria-hidden="true" className="size-4" />
              {t("admin.captions.make")}
            </button>
          </CheckedForm>
        </details>
      ) : null}
    </>
  );
}

function Progress({
  captioning,
  editable,
  again,
}: {
  captioning: Captioning;
  editable: boolean;
  again: boolean;
}) {
  const { t } = useTranslation();
  const write = useWriters();
  const zone = useZone();
  const { id, state, phase, progress, leftS, problem, detail, notBefore } = captioning;
  const isRunning = state === "running";
  return (
    <div className="z-encoding mt-3" role="group" aria-label={t("admin.captions.title")}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <strong>{t("admin.captions.title")}</strong>
        <Chip tone={tones[state]}>{t(words[state])}</Chip>
        {isRunning && phase ? <span>{t(`admin.captions.phase.${phase}`)}</span> : null}
        {isRunning ? (
          <span className="z-faint tabular-nums">{write.percent(Math.floor(progress * 100) / 100)}</span>
        ) : null}
        {isRunning && leftS !== null ? (
          <span className="z-faint">{t("admin.encoding.left", { time: write.rest(leftS) })}</span>
        ) : null}
      </p>
      {isRunning ? <Meter share={progress} label={t(words[state])} /> : null}
      {problem ? (
        <p className={state === "failed" ? "z-problem" : "text-sm"}>
          {t(`admin.captions.problem.${problem}`)}
        </p>
      ) : null}
      {detail && state === "failed" ? (
        <details className="z-more">
          <summary>{t("admin.job.detail")}</summary>
          <p className="z-faint wrap-anywhere" dir="auto">
            {detail}
          </p>
        </details>
      ) : null}
      {state === "waiting" && notBefore ? (
        <p className="z-faint">{t("admin.encoding.again", { time: write.at(notBefore), zone })}</p>
      ) : null}
      {editable ? (
        <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
          <input type="hidden" name="captioning" value={id} />
          {again && (state === "failed" || notBefore) ? (
            <button type="submit" name="intent" value="captions-retry" className="z-button">
              <RotateCw aria-hidden="true" className="size-4" />
              {t("admin.encoding.retry")}
            </button>
          ) : null}
          <button type="submit" name="intent" value="captions-cancel" className="z-button z-button-danger">
            <X aria-hidden="true" className="size-4" />
            {t("admin.captions.cancel")}
          </button>
          <Refresh moving={state === "waiting" || state === "running"} />
        </Form>
      ) : null}
    </div>
  );
}

/** Reads the page's data again while captions are made and the page is visible. */
function useLook(isLive: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isLive || state !== "idle") return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate();
    }, lookMs);
    return () => clearInterval(timer);
  }, [isLive, state, revalidate]);
}
