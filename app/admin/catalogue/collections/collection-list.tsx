import { Link } from "@remix-run/react";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { OutputOf } from "../../../../contract/index.ts";
import { useWriters } from "../../kit/format.ts";
import { ListEditor } from "../../kit/list-editor.tsx";

export type CollectionLine = Pick<OutputOf<"z/collection/list">["items"][number], "id" | "movies"> & {
  name: string;
};

/** Every collection with its name and its number of titles. */
export function CollectionList({
  collections,
  open,
  editable,
}: {
  collections: readonly CollectionLine[];
  /** Id of the collection being edited. */
  open: string | null;
  editable: boolean;
}) {
  const { t } = useTranslation();
  const write = useWriters();
  return (
    <section className="z-panel" aria-label={t("admin.section.collections")}>
      {collections.length === 0 ? <p className="z-none">{t("admin.list.nothing")}</p> : null}
      <ListEditor
        order={null}
        lines={collections.map(({ id, name, movies }) => ({
          key: id,
          id: `collection-${id}`,
          name,
          open: id === open,
          content: (
            <>
              <span className="min-w-0 flex-1">
                <Link to={`?collection=${id}#collection-title`} className="z-link block truncate" dir="auto">
                  {name}
                </Link>
                <bdi className="z-faint">{id}</bdi>
              </span>
              <span className="z-faint">{t("admin.movie.count", { number: write.number(movies) })}</span>
            </>
          ),
        }))}
      />
      {editable ? (
        <Link to="?collection=#collection-title" className="z-button">
          <Plus aria-hidden="true" className="size-4" />
          {t("admin.collection.new")}
        </Link>
      ) : null}
    </section>
  );
}
