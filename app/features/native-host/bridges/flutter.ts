import type { Ask, HostWindow } from "../ask.ts";

type Flutter = { callHandler?: (name: string, ...data: unknown[]) => Promise<unknown> };

/** Names the handlers of ours among the app's own. */
const prefix = "matinee.";

/**
 * flutter_inappwebview: JavaScript handlers named `matinee.login` and so on. They can be called once the platform has
 * said it is ready; on some platforms `callHandler` is put there only then.
 */
export function flutterBridge(scope: HostWindow): Ask {
  const flutter = () => scope.flutter_inappwebview as Flutter & { _platformReady?: boolean };
  const said = new Promise<void>((resolve) =>
    scope.addEventListener("flutterInAppWebViewPlatformReady", () => resolve(), { once: true }),
  );
  // The event may have been before our scripts ran; the package then has its function in place already.
  const ready = typeof flutter().callHandler === "function" ? Promise.resolve() : said;
  return async (question) => {
    await ready;
    return flutter().callHandler?.(prefix + question);
  };
}
