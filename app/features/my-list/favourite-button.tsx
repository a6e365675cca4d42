import { Bookmark } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useWritten } from "../../ui/use-written.ts";

export type FavouriteButtonProps = {
  /** Whether the movie is on the list. */
  added: boolean;
  /** The page's own address, whose action takes the form without scripts. */
  action: string;
  /**
   * Writes the change, and creates a guest if there is no session.
   * @returns whether it was written
   */
  onChange: (added: boolean) => Promise<boolean>;
};

/** Adds a movie to the list or removes it. The button changes at once, and back again if the server refuses. */
export function FavouriteButton({ added, action, onChange }: FavouriteButtonProps) {
  const { t } = useTranslation();
  const [shown, change] = useWritten(added, onChange);
  return (
    <form
      method="post"
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        void change(!shown);
      }}
    >
      <button
        type="submit"
        name="intent"
        value={shown ? "favourite-remove" : "favourite-add"}
        aria-pressed={shown}
        className="button button-quiet aria-pressed:bg-curtain-tint aria-pressed:text-curtain-deep"
      >
        <Bookmark aria-hidden="true" className={`size-4.5 ${shown ? "fill-current" : ""}`} />
        {t("myList.title")}
      </button>
    </form>
  );
}
