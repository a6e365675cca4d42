import { UserRound } from "lucide-react";

/** Somebody's picture, or the drawing that stands for it. The name beside it says who it is. */
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
