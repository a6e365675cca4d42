import { UserRound } from "lucide-react";

/** A user's picture, or a placeholder drawing. The name next to it identifies the user. */
export function Face({ avatar }: { avatar: string | null }) {
  if (avatar) {
    return (
      <img
        src={avatar}
        alt=""
        width={64}
        height={64}
        className="size-16 shrink-0 rounded-full bg-mist object-cover"
      />
    );
  }
  return (
    <span className="grid size-16 shrink-0 place-items-center rounded-full bg-curtain-tint text-curtain">
      <UserRound aria-hidden="true" className="size-8" strokeWidth={1.75} />
    </span>
  );
}
