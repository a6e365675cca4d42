import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { NoticeChoice, OutputOf } from "../../../contract/index.ts";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { Flash } from "../../ui/flash.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { ChoicesOutcome } from "./write-choices.server.ts";

type Choices = OutputOf<"notice/choices">;

/** Which topics come by push and by mail, and the hours without a push. */
export function ChoicesForm({
  choices,
  zones,
  outcome,
  busy,
}: {
  choices: Choices;
  /** Names of all time zones. */
  zones: string[];
  outcome: ChoicesOutcome | undefined;
  busy: boolean;
}) {
  const { t } = useTranslation();
  const byMail = choices.choices.some(({ mail }) => mail !== null);
  return (
    <CheckedForm method="post" action="/profile/notifications" className="grid gap-6">
      <input type="hidden" name="intent" value="save" />
      {outcome ? (
        "done" in outcome ? (
          <Flash tone="done" text={t("notices.saved")} />
        ) : (
          <Flash tone="error" text={outcome.failed} />
        )
      ) : null}
      <div>
        <table className="w-full overflow-hidden rounded-xl bg-card shadow-card">
          <thead>
            <tr className="text-xs font-semibold text-ink-soft">
              <th scope="col" className="px-4 pt-3 pb-1 text-start">
                {t("notices.topic")}
              </th>
              <th scope="col" className="w-16 pt-3 pb-1">
                {t("notices.push")}
              </th>
              {byMail ? (
                <th scope="col" className="w-16 pe-2 pt-3 pb-1">
                  {t("notices.mail")}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {choices.choices.map((choice) => (
              <TopicRow key={choice.topic} choice={choice} byMail={byMail} />
            ))}
          </tbody>
        </table>
        {byMail ? <p className="mt-2 px-1 text-sm text-ink-soft">{t("notices.mailHint")}</p> : null}
      </div>
      <QuietHours choices={choices} zones={zones} />
      <button type="submit" className="button button-primary min-h-12" aria-busy={busy}>
        {t("notices.save")}
      </button>
    </CheckedForm>
  );
}

function TopicRow({ choice: { topic, push, mail }, byMail }: { choice: NoticeChoice; byMail: boolean }) {
  const { t } = useTranslation();
  const name = t(`notices.name.${topic}`);
  return (
    <tr>
      <th scope="row" className="px-4 py-1 text-start font-medium">
        {name}
      </th>
      <td className="text-center">
        {push === null ? null : (
          <Tick name="push" topic={topic} on={push} label={t("notices.pushOf", { topic: name })} />
        )}
      </td>
      {byMail ? (
        <td className="pe-2 text-center">
          {mail === null ? null : (
            <Tick name="mail" topic={topic} on={mail} label={t("notices.mailOf", { topic: name })} />
          )}
        </td>
      ) : null}
    </tr>
  );
}

/** A box with the area of a finger around it. */
function Tick({ name, topic, on, label }: { name: string; topic: string; on: boolean; label: string }) {
  return (
    <label className="inline-grid size-11 place-items-center">
      <input
        type="checkbox"
        name={name}
        value={topic}
        defaultChecked={on}
        aria-label={label}
        className="size-5 accent-curtain"
      />
    </label>
  );
}

function QuietHours({ choices: { quiet, zone }, zones }: { choices: Choices; zones: string[] }) {
  const { t } = useTranslation();
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  // Until hours are chosen, the zone is the browser's own.
  const own = useHydrated() && !quiet ? Intl.DateTimeFormat().resolvedOptions().timeZone : zone;
  const shown = chosen ?? (zones.includes(own) ? own : zone);
  const time = (name: "from" | "to", label: string) => (
    <label className="grid gap-1 text-sm font-medium">
      {label}
      <input
        type="time"
        name={name}
        defaultValue={quiet ? clockOf(quiet[name]) : ""}
        className="field min-h-11"
        aria-describedby={`${id}-hint`}
      />
    </label>
  );
  return (
    <fieldset>
      <legend className="px-1 text-sm font-semibold text-ink-soft">{t("notices.quiet")}</legend>
      <div className="mt-2 grid gap-4 rounded-xl bg-card p-4 shadow-card">
        <div className="grid grid-cols-2 gap-3">
          {time("from", t("notices.quietFrom"))}
          {time("to", t("notices.quietTo"))}
        </div>
        <label className="grid gap-1 text-sm font-medium">
          {t("notices.zone")}
          <select
            name="zone"
            value={shown}
            onChange={(event) => setChosen(event.target.value)}
            className="field min-h-11"
            dir="ltr"
          >
            {zones.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {t("notices.quietHint")}
        </p>
      </div>
    </fieldset>
  );
}

/** `07:05` of minutes since midnight. */
function clockOf(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
