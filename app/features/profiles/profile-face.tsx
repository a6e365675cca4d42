import { Bird, Cat, Fish, Leaf, Moon, Rocket, Star, Sun, type LucideIcon } from "lucide-react";

/** The pictures to choose from, by their numbers: `profileLooks` of the contract counts them. */
const looks: readonly { icon: LucideIcon; ground: string; ink: string }[] = [
  { icon: Star, ground: "#fbe3e8", ink: "#b3123a" },
  { icon: Sun, ground: "#fff0cc", ink: "#8a5a00" },
  { icon: Leaf, ground: "#dff3e0", ink: "#1e6b34" },
  { icon: Fish, ground: "#d9f1f5", ink: "#0c6170" },
  { icon: Rocket, ground: "#dde6fb", ink: "#27479c" },
  { icon: Moon, ground: "#e7e0f8", ink: "#553399" },
  { icon: Cat, ground: "#fde5d6", ink: "#9a4413" },
  { icon: Bird, ground: "#e8e6e1", ink: "#57534a" },
];

/** The picture of a profile. The name next to it says whose it is. @param className gives its size */
export function ProfileFace({ look, className = "size-16" }: { look: number; className?: string }) {
  const { icon: Icon, ground, ink } = looks[look % looks.length]!;
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-xl ${className}`}
      style={{ background: ground, color: ink }}
    >
      <Icon className="size-1/2" strokeWidth={1.75} />
    </span>
  );
}
