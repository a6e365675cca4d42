/** A mobile device's layout is unconstrained; elsewhere CSS narrows the page below 1280 px (spec, section 2). */
export type Device = "mobile" | "desktop";

/**
 * What kind of device asks, known before the first paint: the client hint where the browser sends it,
 * else the User-Agent. Tablets count as mobile, as people hold them.
 */
export function deviceOf(headers: Headers): Device {
  const hint = headers.get("Sec-CH-UA-Mobile");
  if (hint === "?1") return "mobile";
  const agent = headers.get("User-Agent") ?? "";
  if (/\b(Android|iPhone|iPad|iPod|Mobile|Tablet|Silk|Kindle)\b/i.test(agent)) return "mobile";
  return "desktop";
}
