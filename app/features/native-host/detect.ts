/** The ways an app around an embedded web view talks to the page in it (docs/native-host.md). */
export type BridgeKind = "object" | "flutter" | "webkit" | "android" | "react-native";

/**
 * Tells which app's web view this is by what it has put on the window. Small, since every visitor runs it; the bridges
 * themselves are fetched where there is one.
 * @returns null in an ordinary browser
 */
export function detectBridge(scope: object): BridgeKind | null {
  const { MatineeHost, flutter_inappwebview, webkit, MatineeAndroid, ReactNativeWebView } = scope as Record<
    string,
    // Read through optional chaining alone: nothing is known of their shapes.
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    any
  >;
  // What names Matinee comes first: the packages' own objects stand on the window of any app that uses them.
  if (MatineeHost) return "object";
  if (MatineeAndroid) return "android";
  if (webkit?.messageHandlers?.matinee) return "webkit";
  if (flutter_inappwebview) return "flutter";
  return ReactNativeWebView ? "react-native" : null;
}
