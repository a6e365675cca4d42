import type { ReactNode } from "react";
import { PageLink } from "./page-link.tsx";

export type PersonLinkProps = {
  /** Null for a name that has no page. */
  id: string | null;
  name: ReactNode;
  /** The character they play, or what they did. */
  note?: string | undefined;
};

/** A person among others, as a link to their page. */
export function PersonLink({ id, name, note }: PersonLinkProps) {
  const words = (
    <>
      <span className="own-words font-medium text-ink">{name}</span>
      {note ? <span className="own-words text-xs text-ink-faint">{note}</span> : null}
    </>
  );
  if (id === null) return <span className="person">{words}</span>;
  return (
    <PageLink to={`/page/person/${id}`} prefetch="intent" className="person">
      {words}
    </PageLink>
  );
}
