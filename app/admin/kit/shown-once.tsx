import { KeyRound } from "lucide-react";
import { CopyButton } from "./copy-button.tsx";

/** A secret that was just made: the only place that ever shows it. Without scripts a tap selects it. */
export function ShownOnce({
  id,
  title,
  text,
  secret,
  copyLabel,
}: {
  id: string;
  title: string;
  text: string;
  /** Null = it was shown before. */
  secret: string | null;
  copyLabel: string;
}) {
  return (
    <section id={id} className="z-panel" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="flex items-center gap-2">
        <KeyRound aria-hidden="true" className="size-5 flex-none" />
        <bdi className="own-words min-w-0">{title}</bdi>
      </h2>
      <p className="text-sm/normal">{text}</p>
      {secret ? (
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <code
            dir="ltr"
            className="min-w-0 rounded-md bg-mist px-3 py-2 font-mono text-sm break-all select-all"
          >
            {secret}
          </code>
          <CopyButton text={secret} label={copyLabel} />
        </p>
      ) : null}
    </section>
  );
}
