import type { HostWindow } from "./ask.ts";
import type { NativeHost } from "./connect.ts";
import { detectBridge } from "./detect.ts";

/** @returns the app whose web view this page is in; null in an ordinary browser, which loads nothing for it */
export async function findNativeHost(scope: object = window): Promise<NativeHost | null> {
  const kind = detectBridge(scope);
  if (!kind) return null;
  const { connectNativeHost } = await import("./connect.ts");
  return connectNativeHost(kind, scope as HostWindow);
}
