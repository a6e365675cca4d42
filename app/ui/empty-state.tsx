import type { ReactNode } from "react";

export type EmptyStateProps = { picture: ReactNode; title: string; text: string; children?: ReactNode };

/** An empty page: the reason, and a link to continue. */
export function EmptyState({ picture, title, text, children }: EmptyStateProps) {
  return (
    <section className="grid flex-1 content-center justify-items-center px-6 py-12 text-center">
      {picture}
      <h2 className="mt-6 text-lg font-bold">{title}</h2>
      <p className="mt-1.5 max-w-sm text-ink-soft">{text}</p>
      {children ? <div className="mt-6 flex flex-wrap justify-center gap-2.5">{children}</div> : null}
    </section>
  );
}
