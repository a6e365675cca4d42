import { Link } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Flash } from "../../ui/flash.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Outcome } from "./outcome.ts";

/** One part of the profile as a page: its name, the link back, and its content. */
export function Panel({
  title,
  text,
  to = "/profile",
  children,
}: {
  title: string;
  text?: string;
  /** Where the link back leads. */
  to?: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <>
      <div className="-ms-3 flex items-center gap-1">
        <Link
          to={to}
          aria-label={t(to === "/profile" ? "profile.back" : "nav.back")}
          className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-mist"
        >
          <ArrowLeft aria-hidden="true" className="flip size-5.5" />
        </Link>
        <h1 className="text-xl font-extrabold tracking-tight">{title}</h1>
      </div>
      {text ? <p className="mt-1 text-ink-soft">{text}</p> : null}
      <div className="mt-5 grid gap-5">{children}</div>
    </>
  );
}

/** Why a form was refused as a whole, above its fields. */
export function Refused({ outcome }: { outcome: Outcome | undefined }) {
  const { t } = useTranslation();
  if (!outcome || "done" in outcome) return null;
  const marked = Object.keys(outcome.fields).length > 0;
  return <Flash tone="error" text={marked ? t("login.checkFields") : outcome.message} />;
}

/** @returns why a field was refused, in the reader's language */
export function errorOf(outcome: Outcome | undefined, field: string): string | undefined {
  return outcome && "fields" in outcome ? outcome.fields[field] : undefined;
}

let counted = 0;
const numbers = new WeakMap<object, number>();

/** Announces a finished write as a toast. */
export function DoneNotice({ outcome }: { outcome: Outcome | undefined }) {
  const { t } = useTranslation();
  if (!outcome || !("done" in outcome)) return null;
  // A number for every outcome, so that the same words twice are two notices.
  const key = numbers.get(outcome) ?? ++counted;
  numbers.set(outcome, key);
  return <Notice key={key} text={t(`profile.${outcome.done}`)} closeLabel={t("myList.close")} />;
}
