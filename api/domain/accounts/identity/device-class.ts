import type { DeviceClass } from "../../../../contract/accounts/values.ts";
import { deviceName, longestAgent } from "./device-name.ts";

const tv =
  /\b(SmartTV|SMART-TV|Smart TV|HbbTV|Tizen.*TV|Web0S|webOS|AppleTV|Apple TV|GoogleTV|Android TV|BRAVIA|AFT\w|CrKey|Roku|NetCast|VIDAA)\b/i;
/** A web view within an app: Android's says so, and iOS omits its Safari token. */
const webView = /; wv\)|\b(iPhone|iPad|iPod)\b(?!.*\b(Safari|CriOS|FxiOS|EdgiOS|OPiOS)\/)/;

/** The device class of a User-Agent; `native` is a web view inside an app. */
export function deviceClass(userAgent: string): DeviceClass {
  const agent = userAgent.slice(0, longestAgent);
  if (tv.test(agent)) return "tv";
  if (webView.test(agent)) return "native";
  return deviceName(agent).kind;
}
