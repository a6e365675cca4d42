import { Form } from "@remix-run/react";
import { Download, Upload } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { InputOf } from "../../../../contract/index.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { ActorName } from "../../kit/actor-name.tsx";
import { FileField } from "../../kit/forms/fields.tsx";
import { Chip } from "../../kit/page-head.tsx";
import { Pager } from "../../kit/pager.tsx";
import type { WrittenHistory } from "./presenter.server.ts";
import type { Settings } from "./settings-form.tsx";
import { Time } from "../../kit/time.tsx";

/** Tests what the service depends on. */
export function TestPanel({ tests }: { tests: readonly InputOf<"z/settings/test">["what"][] }) {
  const { t } = useTranslation();
  return (
    <section className="z-panel" aria-labelledby="tests">
      <h2 id="tests">{t("admin.test.title")}</h2>
      <ul className="z-actions">
        {tests.map((what) => (
          <li key={what}>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="test" />
              <input type="hidden" name="what" value={what} />
              <button type="submit" className="z-button">
                {t(`admin.test.${what}`)}
              </button>
            </Form>
          </li>
        ))}
      </ul>
      <p className="z-hint mt-2">{t("admin.test.hint")}</p>
    </section>
  );
}

/** Exports all settings as a file, and imports them. */
export function TransferPanel({ editable }: { editable: boolean }) {
  const { t } = useTranslation();
  return (
    <section className="z-panel" aria-labelledby="transfer">
      <h2 id="transfer">{t("admin.settings.transfer")}</h2>
      <a href="/z/page/settings.json" download className="z-button">
        <Download aria-hidden="true" className="size-4" />
        {t("admin.settings.export")}
      </a>
      {editable ? (
        <CheckedForm
          method="post"
          encType="multipart/form-data"
          preventScrollReset
          className="mt-4 grid justify-items-start gap-2"
        >
          <FileField
            field={{ id: "settings-file", name: "file" }}
            label={t("admin.settings.file")}
            accept="application/json,.json"
            required
          />
          <button type="submit" className="z-button">
            <Upload aria-hidden="true" className="size-4" />
            {t("admin.settings.import")}
          </button>
        </CheckedForm>
      ) : null}
    </section>
  );
}

/** The values from the environment. For a secret, only whether it is set. */
export function EnvironmentPanel({ environment }: { environment: Settings["environment"] }) {
  const { t } = useTranslation();
  return (
    <section className="z-panel" aria-labelledby="environment">
      <h2 id="environment">{t("admin.settings.environment")}</h2>
      <dl className="z-facts">
        {environment.map(({ name, set, value }) => (
          <div key={name}>
            <dt>
              <code dir="ltr" className="wrap-anywhere">
                {name}
              </code>
            </dt>
            <dd>
              {!set ? (
                <span className="z-faint">{t("admin.settings.unset")}</span>
              ) : value === null ? (
                <>
                  <span aria-hidden="true">••••••</span> <Chip tone="good">{t("admin.settings.set")}</Chip>
                </>
              ) : (
                <bdi>{value}</bdi>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The changes of settings with their authors, latest first. */
export function SettingsHistory({ history }: { history: WrittenHistory }) {
  const { t } = useTranslation();
  return (
    <section className="z-panel" aria-labelledby="history">
      <h2 id="history">{t("admin.settings.history")}</h2>
      {history.items.length === 0 ? <p className="z-faint">{t("admin.list.nothing")}</p> : null}
      <ol className="z-events">
        {history.items.map(({ revision, at, actor, reason, changes }) => (
          <li key={revision}>
            <span className="z-faint w-full">
              <Time at={at} /> · <ActorName actor={actor} />
            </span>
            {changes.map(({ key, label, before, after }) => (
              <span key={key} className="z-diff w-full py-0!">
                <span className="z-strong">{label}</span>
                <span className="own-words">
                  <del>{before}</del> <ins>{after}</ins>
                </span>
              </span>
            ))}
            {reason ? <span className="own-words w-full">{reason}</span> : null}
          </li>
        ))}
      </ol>
      <Pager next={history.next} />
    </section>
  );
}
