/** The ways in which a native app with a web view talks to the page in it (docs/native-host.md). */
export type BridgeKind = "object" | "flutter" | "webkit" | "android" | "react-native";

/**
 * Detects the app's web view by the objects it adds to the window. Small, since it runs for every visitor; the bridges
 * themselves load on demand.
 * @returns null in an ordinary browser
 */
export function detectBridge(scope: object): BridgeKind | null {
  const { MatineeHost, flutter_inappwebview, webkit, MatineeAndroid, ReactNativeWebView } = scope as Record<
    string,
    // Read through optional chaining only: the shapes are unknown.
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    any
  >;
  // Objects named after Matinee come first: the packages' own objects are on the window of any app that uses them.
  if (MatineeHost) return "object";
  if (MatineeAndroid) return "android";
  if (webkit?.messageHandlers?.matinee) return "webkit";
  if (flutter_inappwebview) return "flutter";
  return ReactNativeWebView ? "react-native" : null;
}
