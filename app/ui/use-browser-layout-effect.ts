import { useEffect, useLayoutEffect } from "react";

/** React's `useLayoutEffect`, of which React warns where a page is rendered on the server. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
