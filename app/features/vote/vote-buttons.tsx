import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useWritten } from "../../ui/use-written.ts";
import "./vote.css";

export type VoteButtonsProps = {
  /** The user's vote: up, down, or none. */
  liked: boolean | null;
  /** The page's own address, whose action takes the form without scripts. */
  action: string;
  /**
   * Writes the vote, and creates a guest if there is no session.
   * @returns whether it was written
   */
  onChange: (liked: boolean | null) => Promise<boolean>;
};

/** Thumb up and thumb down; a second press takes the vote back. They change at once, and back if the server refuses. */
export function VoteButtons({ liked, action, onChange }: VoteButtonsProps) {
  const { t } = useTranslation();
  const [shown, vote] = useWritten(liked, onChange);
  const choices = [
    { is: true, value: "vote-up", label: t("movie.like"), Thumb: ThumbsUp },
    { is: false, value: "vote-down", label: t("movie.dislike"), Thumb: ThumbsDown },
  ];
  return (
    <form method="post" action={action} className="vote">
      {choices.map(({ is, value, label, Thumb }) => (
        <button
          key={value}
          type="submit"
          name="intent"
          value={shown === is ? "vote-none" : value}
          aria-pressed={shown === is}
          aria-label={label}
          title={label}
          className="button button-quiet aria-pressed:bg-curtain-tint aria-pressed:text-curtain-deep"
          onClick={(event) => {
            event.preventDefault();
            void vote(shown === is ? null : is);
          }}
        >
          <Thumb aria-hidden="true" className={`size-4.5 ${shown === is ? "fill-current" : ""}`} />
        </button>
      ))}
    </form>
  );
}
