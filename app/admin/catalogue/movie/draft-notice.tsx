import { useEffect, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useWriters } from "../../kit/format.ts";

type Fields = { title: string; description: string };
type Draft = Fields & { at: string };

/** Largest number of movies with a kept draft; the oldest are removed. */
const mostDrafts = 40;
const prefix = "z-draft ";

/**
 * Keeps typed values in this browser until they are saved, and offers them again on the next visit. Nothing is sent to
 * the server.
 * @param name identifies the form
 * @param saved the server's values: a draft with the same values does not count
 */
export function DraftNotice({
  form,
  name,
  saved,
  onTaken,
}: {
  form: RefObject<HTMLFormElement>;
  name: string;
  saved: Fields;
  onTaken: () => void;
}) {
  const { t } = useTranslation();
  const write = useWriters();
  const [draft, setDraft] = useState<Draft | null>(null);
  const key = prefix + name;
  const { title, description } = saved;

  useEffect(() => {
    const kept = read(key);
    const isSame = kept?.title === title && kept.description === description;
    if (isSame) forget(key);
    // Only the browser has it, so the first render can't show it.
    setDraft(isSame ? null : kept);
    const element = form.current;
    const keep = () => {
      const typed = new FormData(element!);
      const now = { title: String(typed.get("title")), description: String(typed.get("description")) };
      if (now.title === title && now.description === description) forget(key);
      else store(key, { ...now, at: new Date().toISOString() });
    };
    element?.addEventListener("input", keep);
    return () => element?.removeEventListener("input", keep);
  }, [form, key, title, description]);

  if (!draft) return null;
  return (
    <div
      className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-gold-tint px-3.5 py-2 text-sm/normal"
      role="status"
    >
      <p>{t("admin.movie.draftFound", { date: write.at(draft.at) })}</p>
      <span className="flex flex-wrap gap-2">
        <button
          type="button"
          className="z-button"
          onClick={() => {
            fill(form.current!, draft);
            setDraft(null);
            onTaken();
          }}
        >
          {t("admin.movie.draftTake")}
        </button>
        <button
          type="button"
          className="z-button z-button-plain"
          onClick={() => {
            forget(key);
            setDraft(null);
          }}
        >
          {t("admin.movie.draftDrop")}
        </button>
      </span>
    </div>
  );
}

function fill(form: HTMLFormElement, { title, description }: Fields): void {
  for (const [name, value] of Object.entries({ title, description })) {
    const control = form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement;
    control.value = value;
  }
}

// If the browser stores nothing or has no room, there are no drafts.
function read(key: string): Draft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as Draft | null;
    return kept && typeof kept.title === "string" && typeof kept.at === "string" ? kept : null;
  } catch {
    return null;
  }
}

function store(key: string, draft: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    const keys = Object.keys(localStorage).filter((one) => one.startsWith(prefix));
    const byAge = keys.sort((a, b) => (read(a)?.at ?? "").localeCompare(read(b)?.at ?? ""));
    for (const old of byAge.slice(0, -mostDrafts)) localStorage.removeItem(old);
  } catch {
    // As above: without storage there are no drafts.
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // As above: without storage there are no drafts.
  }
}
