import type { Ask, HostWindow } from "../ask.ts";

type Flutter = { callHandler?: (name: string, ...data: unknown[]) => Promise<unknown> };

/** Separates these handlers from the app's own. */
const prefix = "matinee.";

/**
 * flutter_inappwebview: JavaScript handlers named `matinee.login` and so on. They can be called once the platform has
 * said it is ready; some platforms add `callHandler` only then.
 */
export function flutterBridge(scope: HostWindow): Ask {
  const flutter = () => scope.flutter_inappwebview as Flutter & { _platformReady?: boolean };
  const said = new Promise<void>((resolve) =>
    scope.addEventListener("flutterInAppWebViewPlatformReady", () => resolve(), { once: true }),
  );
  // The event may have fired before these scripts ran; the package's function is then present already.
  const ready = typeof flutter().callHandler === "function" ? Promise.resolve() : said;
  return async (question) => {
    await ready;
    return flutter().callHandler?.(prefix + question);
  };
}
