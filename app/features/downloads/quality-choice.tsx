import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { succeeded } from "../../../contract/envelope.ts";
import type { OutputOf } from "../../../contract/index.ts";
import type { Manager } from "./manager.ts";
import type { CopyFacts } from "./protocol.ts";
import { fits, type Space } from "./space.ts";
import { sizeText } from "./words.ts";

type Offer = OutputOf<"download/offer">["items"];

/**
 * The qualities with their sizes; one that does not fit on the device can't be chosen. This one is first: the best of
 * moderate size.
 */
const preferred = "480p";

export function QualityChoice({ item, manager }: { item: CopyFacts; manager: Manager }) {
  const { t, i18n } = useTranslation();
  const [offer, setOffer] = useState<Offer | null>(null);
  const [space, setSpace] = useState<Space | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const { id, index } = item;
  useEffect(() => {
    void Promise.all([manager.offer({ id, index }), manager.space()]).then(([answer, room]) => {
      setSpace(room);
      if (!succeeded(answer)) return setFault(answer.c < 0 ? t("downloads.unreachable") : answer.m);
      const items = answer.d.items.toReversed();
      setOffer(items);
      const possible = items.filter(({ bytes }) => fits(bytes, room));
      const best = possible.find(({ height }) => height <= Number.parseInt(preferred)) ?? possible.at(-1);
      setChosen(best?.name ?? null);
    });
    // Runs once per episode: a choice must not jump under the user's finger.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [manager, id, index]);

  const add = async () => {
    const quality = offer?.find(({ name }) => name === chosen);
    if (!quality) return;
    setBusy(true);
    setFault(null);
    const refused = await manager
      .add(item, { rendition: quality.name, bytes: quality.bytes })
      .catch(() => ({ fault: "unknown" as const }));
    setBusy(false);
    if (!refused) return;
    if ("message" in refused) setFault(refused.message);
    else setFault(t(refused.fault === "full" ? "downloads.full" : "downloads.failed"));
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void add();
      }}
    >
      <fieldset disabled={busy} className="min-w-0">
        <legend className="mb-2 text-sm font-semibold text-ink-soft">{t("downloads.choose")}</legend>
        {offer ? (
          offer.map((quality) => (
            <Quality
              key={quality.name}
              quality={quality}
              checked={chosen === quality.name}
              disabled={!fits(quality.bytes, space)}
              choose={setChosen}
            />
          ))
        ) : fault ? null : (
          <div className="download-quality-skeleton" aria-busy="true" />
        )}
      </fieldset>
      {space ? (
        <p className="mt-3 text-sm text-ink-soft">
          {t("downloads.room", { free: sizeText(space.freeBytes, i18n.language) })}
        </p>
      ) : null}
      {offer && offer.length > 0 && chosen === null ? <Problem text={t("downloads.full")} /> : null}
      {fault ? <Problem text={fault} /> : null}
      {offer ? (
        <button
          type="submit"
          className="button button-primary mt-5 w-full"
          disabled={chosen === null}
          aria-disabled={busy}
        >
          {busy ? <span className="spinner size-5! border-2!" aria-hidden="true" /> : null}
          {t("downloads.button")}
        </button>
      ) : null}
    </form>
  );
}

type QualityProps = {
  quality: Offer[number];
  checked: boolean;
  disabled: boolean;
  choose: (name: string) => void;
};

function Quality({ quality: { name, bytes }, checked, disabled, choose }: QualityProps) {
  const { i18n } = useTranslation();
  return (
    <label className="download-quality">
      <input
        type="radio"
        name="rendition"
        value={name}
        checked={checked}
        disabled={disabled}
        onChange={() => choose(name)}
      />
      <span className="flex-1 font-medium">{name}</span>
      <span className="text-sm text-ink-soft tabular-nums">{sizeText(bytes, i18n.language)}</span>
    </label>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <p role="alert" className="mt-3 font-medium text-curtain-deep">
      {text}
    </p>
  );
}
