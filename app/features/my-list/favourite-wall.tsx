import { Link, useFetcher, useSearchParams } from "@remix-run/react";
import { CheckCheck, ListChecks, Trash2 } from "lucide-react";
import { useEffect, useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FavouriteItem, Page } from "../../../contract/index.ts";
import { useGrowingList, type FetchPage } from "../../lib/use-growing-list.ts";
import { MoreLink } from "../../ui/more-link.tsx";
import { usePosterWords } from "../../ui/poster-face.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ChoiceForm } from "./choice-form.tsx";
import { queryWith, type Choice } from "./choice.ts";
import { EmptyFavourites, NoMatch } from "./empty.tsx";
import { FavouriteCard } from "./favourite-card.tsx";
import type { Outcome } from "./outcome.ts";
import { UndoNotice } from "./undo-notice.tsx";
import { useOutcome } from "./use-outcome.ts";

/** Posters loaded at once; the rest load when they are near. */
const visibleAtFirst = 9;

export type FavouriteWallProps = {
  list: Page<FavouriteItem>;
  choice: Choice;
  /** The result of a form sent without scripts. */
  outcome: Outcome | null | undefined;
  fetchPage: FetchPage<Page<FavouriteItem>> | null;
};

/** The list as a grid of posters: sorted, filtered, with removal of many at once. */
export function FavouriteWall({ list, choice, outcome: posted, fetchPage }: FavouriteWallProps) {
  const { t } = useTranslation();
  const words = usePosterWords();
  const [search] = useSearchParams();
  const fetcher = useFetcher<Outcome | null>();
  const outcome = fetcher.data ?? posted;
  const pages = useGrowingList(list, { address: "/my-list", idOf: (item) => item.id, fetchPage });
  useOutcome(outcome, fetcher, pages);
  const { items } = pages;
  const filtered = choice.kind !== undefined || choice.access !== undefined;
  const selecting = search.has("select") && items.length > 0;
  return (
    <>
      <UndoNotice outcome={outcome} fetcher={fetcher} />
      {items.length > 0 || filtered ? (
        <div className="my-list-tools">
          <ChoiceForm choice={choice} />
          {items.length > 0 ? <SelectLink selecting={selecting} /> : null}
        </div>
      ) : null}
      {items.length === 0 && pages.next === null ? filtered ? <NoMatch /> : <EmptyFavourites /> : null}
      <RemoveForm fetcher={fetcher} selecting={selecting} onRemove={pages.hide}>
        <ul className="wall" aria-label={t("myList.favourites")}>
          {items.map((item, order) => (
            <li key={item.id}>
              <FavouriteCard
                item={item}
                eager={order < visibleAtFirst}
                selecting={selecting}
                t={t}
                words={words}
              />
            </li>
          ))}
        </ul>
        <MoreLink
          list={pages}
          nextTo={(cursor) => queryWith(search, { cursor })}
          firstTo={search.has("cursor") ? queryWith(search, {}) : null}
        />
      </RemoveForm>
    </>
  );
}

function SelectLink({ selecting }: { selecting: boolean }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const Icon = selecting ? CheckCheck : ListChecks;
  return (
    <Link
      to={queryWith(search, { select: selecting ? null : "1" })}
      replace
      preventScrollReset
      className="button min-w-11 shrink-0 px-3 text-sm text-curtain hover:text-curtain-deep"
    >
      <Icon aria-hidden="true" className="size-4.5" />
      {/* On the narrowest phones the filters need the room, to show that there are more. */}
      <span className="sr-only @min-[400px]/page:not-sr-only">
        {t(selecting ? "myList.done" : "myList.select")}
      </span>
    </Link>
  );
}

type RemoveFormProps = {
  fetcher: ReturnType<typeof useFetcher<Outcome | null>>;
  selecting: boolean;
  onRemove: (ids: string[]) => void;
  children: ReactNode;
};

/** The form around the posters while movies are being selected, with its button within reach of the thumb. */
function RemoveForm({ fetcher, selecting, onRemove, children }: RemoveFormProps) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [count, setCount] = useState(0);
  // The checkboxes of a second selection are new ones.
  useEffect(() => setCount(0), [selecting]);
  const chosen = (event: FormEvent<HTMLFormElement>) =>
    new FormData(event.currentTarget).getAll("id").map(String);
  return (
    <fetcher.Form
      method="post"
      onChange={(event) => setCount(chosen(event).length)}
      onSubmit={(event) => {
        const ids = chosen(event);
        if (ids.length === 0) return event.preventDefault();
        setCount(0);
        onRemove(ids);
      }}
    >
      <input type="hidden" name="intent" value="remove" />
      {children}
      {selecting ? (
        <div className="my-list-bar">
          <button
            type="submit"
            className="button button-primary shadow-lift"
            aria-disabled={hydrated && count === 0}
          >
            <Trash2 aria-hidden="true" className="size-4.5" />
            {count > 0 ? t("myList.removeCount", { count }) : t("myList.remove")}
          </button>
        </div>
      ) : null}
    </fetcher.Form>
  );
}
