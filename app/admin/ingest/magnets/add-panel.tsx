import { Form, Link, useNavigation } from "@remix-run/react";
import { Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { AreaField, CheckField } from "../../kit/forms/fields.tsx";
import { Chip } from "../../kit/page-head.tsx";
import type { MagnetOutcome, PastedLine } from "./magnet-outcome.ts";

/** The beginning of every magnet link, the same in every language. */
const linkBegins = "magnet:?xt=urn:btih:…";
const tones = { added: "good", duplicate: undefined, invalid: "red" } as const;

/** Adds pasted links, one per line. The result of each appears below; refused ones stay in the field. */
export function AddPanel({ pasted }: { pasted: MagnetOutcome["pasted"] }) {
  const { t } = useTranslation();
  const busy = useNavigation().formData?.get("intent") === "add";
  const results = useRef<HTMLDivElement>(null);
  const { lines = [], text = "", rights = false, errors = {} } = pasted ?? {};
  useEffect(() => {
    if (lines.length > 0) results.current?.focus();
  }, [lines]);
  return (
    <section className="z-panel" aria-labelledby="add-title">
      <h2 id="add-title">{t("admin.magnet.add")}</h2>
      {/* Each answer resets the form to the lines it left. */}
      <Form
        method="post"
        preventScrollReset
        className="grid gap-3"
        key={JSON.stringify([text, lines, errors])}
      >
        <input type="hidden" name="intent" value="add" />
        <AreaField
          field={{
            id: "magnets",
            name: "text",
            initialValue: text,
            errors: errors.text ? [errors.text] : undefined,
          }}
          label={t("admin.magnet.links")}
          hint={t("admin.magnet.linksHint")}
          rows={5}
          dir="ltr"
          spellCheck={false}
          placeholder={linkBegins}
          className="z-magnets"
        />
        <CheckField
          field={{
            id: "rights",
            name: "rights",
            initialValue: rights ? "on" : undefined,
            errors: errors.rights ? [errors.rights] : undefined,
          }}
          label={t("admin.magnet.rights")}
          className="items-start! [&>input]:mt-0.5"
        />
        <button type="submit" className="z-button z-button-primary justify-self-start" aria-busy={busy}>
          <Plus aria-hidden="true" className="size-4" />
          {t("admin.magnet.addSend")}
        </button>
      </Form>
      {lines.length > 0 ? (
        <div
          ref={results}
          tabIndex={-1}
          className="mt-4 border-t border-line pt-3 outline-none"
          role="status"
        >
          <h3 className="text-sm/normal font-[650]">{t("admin.magnet.results")}</h3>
          <ol>
            {lines.map((line) => (
              <Line key={line.line} line={line} />
            ))}
          </ol>
        </div>
      ) : null}
    </section>
  );
}

function Line({ line: { line, text, outcome, refusal, magnet } }: { line: PastedLine }) {
  const { t } = useTranslation();
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-2 border-b border-line py-2 text-sm/normal wrap-anywhere last:border-0 last:pb-0">
      <span className="z-faint tabular-nums">{line}</span>
      <span className="min-w-0">
        <Chip tone={tones[outcome]}>{t(`admin.magnet.outcome.${outcome}`)}</Chip>{" "}
        {magnet ? (
          <Link to={`/z/page/magnet?id=${magnet.id}`} className="z-link" dir="auto">
            {magnet.name}
          </Link>
        ) : (
          <bdi className="text-xs text-ink-soft" dir="ltr">
            {text}
          </bdi>
        )}
        {magnet && outcome === "duplicate" ? (
          <span className="z-faint block">{t(`admin.magnet.state.${magnet.state}`)}</span>
        ) : null}
        {refusal ? <span className="z-problem block">{t(`admin.magnet.refusal.${refusal}`)}</span> : null}
      </span>
    </li>
  );
}
