import { UNSAFE_RouteContext as RouteContext } from "react-router-dom";
import { memo, useContext, useRef, type ComponentType, type ContextType } from "react";

type Route = ContextType<typeof RouteContext>;

/**
 * Makes a part of a page that a browser renders again only with other props, and not while another page is on its way.
 * The router gives each of its states a new `RouteContext`, which every link reads, though the matches in it are the same
 * until the page changes. For parts without an outlet, of many links (decision 070).
 */
export function still<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  if (import.meta.env.SSR) return Part;
  const Kept = memo(Part) as unknown as ComponentType<Props>;
  return function Still(props: Props) {
    const latest = useContext(RouteContext);
    const kept = useRef(latest);
    if (!isSame(kept.current, latest)) kept.current = latest;
    return (
      <RouteContext.Provider value={kept.current}>
        <Kept {...props} />
      </RouteContext.Provider>
    );
  };
}

/** Whether links of the one are links of the other: each match has the route, the path and the parameters. */
export function isSame(one: Route, other: Route): boolean {
  return (
    one.isDataRoute === other.isDataRoute &&
    one.matches.length === other.matches.length &&
    one.matches.every((match, index) => {
      const { pathname, pathnameBase, params, route } = other.matches[index]!;
      const names = new Set([...Object.keys(match.params), ...Object.keys(params)]);
      return (
        match.route === route &&
        match.pathname === pathname &&
        match.pathnameBase === pathnameBase &&
        [...names].every((name) => match.params[name] === params[name])
      );
    })
  );
}
