import { BellRing } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiClient } from "../../api-client/create-client.ts";
import { deviceState, turnOnPush } from "./push-device.ts";

type Api = Pick<ApiClient, "get" | "post">;

/** What pushes are offered for: a series on the list, or a collection that is followed. */
type Of = "movie" | "collection";
const topics = { movie: "new-episode", collection: "new-in-collection" } as const;

/**
 * Whether to ask the user about pushes of what was just put on the list or followed.
 * @returns the key of pushes; null where there is nothing to ask
 */
export async function askAbout(api: Api, about: { id: string; of: Of }): Promise<string | null> {
  const state = await deviceState();
  if (state === "none" || state === "blocked") return null;
  const answer = await api.get("push/offer", about, { loading: false, toast: false });
  const offer = answer.c === 0 ? (answer.d as { ask: boolean; pushKey: string }) : null;
  return offer?.ask ? offer.pushKey : null;
}

/** A line that asks once, after a series was put on the list or a collection followed. */
export default function PushOffer({ api, pushKey, of }: { api: Api; pushKey: string; of: Of }) {
  const { t } = useTranslation();
  const [state, setState] = useState<"asks" | "busy" | "done" | "failed" | "gone">("asks");
  const accept = async () => {
    setState("busy");
    const now = await turnOnPush(api, { pushKey, topic: topics[of] }).catch(() => "failed" as const);
    setState(now === "on" ? "done" : now === "failed" ? "failed" : "gone");
  };
  const decline = () => {
    setState("gone");
    void api.post("push/decline", {}, { loading: false, toast: false });
  };
  if (state === "gone") return null;
  return (
    <section
      className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl bg-mist px-4 py-2"
      aria-live="polite"
    >
      <BellRing aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <p className="min-w-0 flex-1 basis-48 py-1.5 text-sm font-medium">
        {t(
          state === "done"
            ? `notices.${of === "movie" ? "askDone" : "askCollectionDone"}`
            : state === "failed"
              ? "notices.deviceFailed"
              : `notices.${of === "movie" ? "askTitle" : "askCollection"}`,
        )}
      </p>
      {state === "asks" || state === "busy" ? (
        <div className="flex gap-1">
          <button
            type="button"
            className="button px-3 text-sm font-bold text-curtain-deep"
            aria-busy={state === "busy"}
            onClick={() => void accept()}
          >
            {t("notices.askYes")}
          </button>
          <button type="button" className="button px-3 text-sm text-ink-soft" onClick={decline}>
            {t("notices.askNo")}
          </button>
        </div>
      ) : null}
    </section>
  );
}
