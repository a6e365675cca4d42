import { Scripts, useLocation } from "@remix-run/react";
import {
  Children,
  cloneElement,
  isValidElement,
  useEffect,
  useRef,
  type ReactElement,
  type ReactNode,
} from "react";
import { enterEarlyInput } from "../lib/early-input.ts";
import { startScripts, type LateCode } from "./start-scripts.ts";

type Props = Record<string, unknown> & { children?: ReactNode };

/**
 * Remix's <Scripts>, loaded after the first paint instead of before it: its preloads and its module are passed to
 * `startScripts` as text. Unchanged in development, where modules are many and reloaded one by one. On a slow phone a
 * video shows its first frame in half the time (decision 018).
 * @param fetches URLs the scripts will fetch as soon as they run
 */
export function LateScripts({ nonce, fetches }: { nonce: string | undefined; fetches: string[] }) {
  // Called instead of rendered, in order to rearrange its result.
  const scripts = Scripts({ nonce });
  useEffect(() => {
    enterEarlyInput();
    // Tells tests that drive a browser that hydration is done.
    document.documentElement.dataset.scripted = "";
  }, []);
  useSheets();
  if (!import.meta.env.PROD) return scripts;
  const late: LateCode = { modules: [], fetches, code: "" };
  const others = withoutModules(scripts, late);
  const text = import.meta.env.SSR
    ? `(${startScripts})(${JSON.stringify(late).replaceAll("<", "\\u003c")})`
    : " ";
  return (
    <>
      {others}
      {late.code ? (
        <script
          data-starts=""
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: text }}
        />
      ) : null}
    </>
  );
}

/**
 * Puts the files in the place of inlined style sheets, once there is another page, which may need fewer of them. On the
 * page that has them inline, a browser would compute all of its styles and layout again for it.
 */
function useSheets(): void {
  const { key } = useLocation();
  const first = useRef(key);
  useEffect(() => {
    if (key === first.current) return;
    for (const style of document.querySelectorAll<HTMLStyleElement>("style[data-href]")) {
      const { href } = style.dataset;
      const link = document.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href="${href}"]`);
      // The present page does not need it.
      if (!link) style.remove();
      else if (link.disabled) {
        link.onload = () => style.remove();
        link.disabled = false;
      }
    }
  }, [key]);
}

/** @returns the elements without preloads and module, which are added to `late` */
function withoutModules(node: ReactNode, late: LateCode): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<Props>(child)) return child;
    const { props, type } = child as ReactElement<Props>;
    if (type === "link" && props.rel === "modulepreload") {
      late.modules.push(String(props.href));
      return null;
    }
    if (type === "script" && props.type === "module") {
      late.code = (props.dangerouslySetInnerHTML as { __html: string }).__html;
      return null;
    }
    return props.children
      ? cloneElement(child as ReactElement<Props>, {}, withoutModules(props.children, late))
      : child;
  });
}
