import type { ReactNode } from "react";

type ButtonProps = {
  label: string;
  onClick: () => void;
  children: ReactNode;
  className?: string;
  pressed?: boolean;
  opens?: boolean;
};

/** A round button of the player, with a name for screen readers, which is also its tooltip. */
export function ControlButton({ label, onClick, children, className = "", pressed, opens }: ButtonProps) {
  return (
    <button
      type="button"
      className={`control ${className}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-haspopup={opens ? "dialog" : undefined}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
