import { useMemo } from "react";
import { rememberPlace } from "../features/downloads/remember-place.ts";
import { usePushOffer } from "../features/notices/use-push-offer.tsx";
import type { Write } from "../features/outbox/entry.ts";
import { keepingReports, writeOrKeep } from "../features/outbox/write.ts";
import type { PlayerProps } from "../features/player/player.tsx";
import { useBrowserSession } from "../features/session/session-provider.tsx";
import { tokenStorage } from "../features/session/token-storage.ts";
import { showError } from "../ui/toaster.tsx";

/**
 * The writes of the video page, which are kept and sent later without a network.
 * @returns also the session, `api`, which does the same with reports, and `offer`, the line that asks about pushes once
 *   a series was put on the list
 */
export function useWrites({ id, kind }: { id: string; kind: "film" | "series" }, index: number) {
  const session = useBrowserSession();
  const writer = session && { ...session, token: tokenStorage.read };
  const offer = usePushOffer(session?.api ?? null, "movie");
  const api = useMemo(() => session && keepingReports(session.api, tokenStorage.read), [session]);
  const save: PlayerProps["save"] = (place, leaving, settled) => {
    const input = { id, index, ...place, ...(settled && { settled }) };
    void rememberPlace(input, place.positionS).catch(() => undefined);
    if (writer) void writeOrKeep(writer, { call: "progress/save", input }, { keepalive: leaving });
  };
  const write = async (what: Write) =>
    writer !== null && writeOrKeep(writer, what, { keepalive: true, onFailed: showError });
  const keep = async (added: boolean) => {
    const written = await write({ call: added ? "favourite/add" : "favourite/remove", input: { id } });
    if (written && added && kind === "series") offer.ask(id);
    return written;
  };
  const vote = (liked: boolean | null) => write({ call: "vote/save", input: { id, liked } });
  return { session, api, save, keep, vote, offer: offer.line };
}
