import { Link } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";

/** The top of a screen: its name, its purpose, and its actions. */
export function PageHead({
  title,
  text,
  back,
  children,
}: {
  title: string;
  text?: string;
  /** The list this screen belongs to. */
  back?: { to: string; label: string };
  children?: ReactNode;
}) {
  return (
    <>
      {back ? (
        <Link to={back.to} className="z-back">
          <ArrowLeft aria-hidden="true" className="flip size-4" />
          {back.label}
        </Link>
      ) : null}
      <header className="z-head">
        <h1 className={back ? "own-words" : "z-section-name"}>{title}</h1>
        {children ? <div className="z-actions">{children}</div> : null}
      </header>
      {text ? <p className="mb-1 max-w-184 text-sm/normal text-ink-soft">{text}</p> : null}
    </>
  );
}

/** A short word about a row's state. */
export function Chip({
  tone,
  children,
}: {
  tone?: "gold" | "red" | "ink" | "good" | undefined;
  children: ReactNode;
}) {
  return (
    <span className="z-chip" data-tone={tone}>
      {children}
    </span>
  );
}
