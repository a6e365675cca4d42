import { Link } from "@remix-run/react";
import { BellPlus, BellRing } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useWritten } from "../../ui/use-written.ts";

export type FollowButtonProps = {
  /** Whether the user follows the collection. */
  followed: boolean;
  /** The page's own address, whose action takes the form without scripts. */
  action: string;
  /**
   * Writes the change, and creates a guest if there is no session.
   * @returns whether it was written
   */
  onChange: (followed: boolean) => Promise<boolean>;
};

/** Follows a collection or stops it. The button changes at once, and back again if the server refuses. */
export function FollowButton({ followed, action, onChange }: FollowButtonProps) {
  const { t } = useTranslation();
  const [shown, change] = useWritten(followed, onChange);
  const Icon = shown ? BellRing : BellPlus;
  return (
    <form
      method="post"
      action={action}
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        void change(!shown);
      }}
    >
      <button
        type="submit"
        name="intent"
        value={shown ? "unfollow" : "follow"}
        aria-pressed={shown}
        className="button button-quiet aria-pressed:bg-curtain-tint aria-pressed:text-curtain-deep"
      >
        <Icon aria-hidden="true" className="size-4.5" />
        {t(shown ? "collection.following" : "collection.follow")}
      </button>
      {shown ? (
        <Link to="/profile/notifications" className="text-sm text-ink-soft underline underline-offset-2">
          {t("collection.followHint")}
        </Link>
      ) : null}
    </form>
  );
}
