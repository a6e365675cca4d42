import { createElement, type ComponentType, type SVGProps } from "react";

/** What lucide-react's modules hold of an icon: its elements, each with its name and attributes. */
export type IconData = { node: readonly (readonly [string, Record<string, string>])[] };
type IconProps = Omit<SVGProps<SVGSVGElement>, "ref"> & { size?: number | string };

/**
 * Makes the component of an icon, in place of lucide-react's own, which works its attributes and elements out anew at
 * each use (scripts/bundle/light-icons.ts). The picture is the same; the library's class names are left out.
 */
export default function createIcon({ node }: IconData): ComponentType<IconProps> {
  const elements = node.map(([name, attributes]) => createElement(name, attributes));
  return function Icon({ size = 24, color = "currentColor", ...rest }) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke={color}
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        // Decorative, unless it has a name.
        aria-hidden={"role" in rest || "aria-label" in rest || "aria-labelledby" in rest ? undefined : true}
        {...rest}
      >
        {elements}
      </svg>
    );
  };
}
