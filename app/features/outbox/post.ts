import type { Envelope } from "../../../contract/index.ts";
import type { ApiClient, CallOptions } from "../../api-client/create-client.ts";
import type { Write } from "./entry.ts";

/** Sends a write with the client's method for its call. */
export function post(
  api: Pick<ApiClient, "post">,
  { call, input }: Write,
  options: CallOptions,
): Promise<Envelope<unknown>> {
  if (call === "playback/quality" || call === "vote/save") return api.post(call, input, options);
  if (call === "favourite/remove") return api.post(call, { ids: [input.id] }, options);
  return call === "favourite/add" ? api.post(call, input, options) : api.post(call, input, options);
}
