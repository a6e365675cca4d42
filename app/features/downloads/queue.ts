import { loadFilm, type LoadPorts } from "./load-film.ts";
import type { Download } from "./protocol.ts";

const pending = ["loading", "queued", "waiting"];

/**
 * Fetches the downloads of one user one after the other, the first added first.
 * @param isMine whether it belongs to the browser's current user
 * @returns `waiting` when the network is gone: call again when it may be back
 */
export async function runQueue(
  ports: LoadPorts,
  isMine: (download: Download) => boolean,
): Promise<"done" | "waiting"> {
  for (;;) {
    const next = (await ports.store.all()).find((one) => isMine(one) && pending.includes(one.state));
    if (!next) return "done";
    const begun = await ports.store.update(
      next.key,
      (now) => now && (pending.includes(now.state) ? { ...now, state: "loading", fault: null } : now),
    );
    if (begun?.state !== "loading") continue;
    ports.changed();
    const outcome = await loadFilm(ports, next.key);
    if (outcome !== "ready" && outcome !== "stopped") {
      await ports.store.update(next.key, (now) => {
        if (now?.state !== "loading") return now;
        if (outcome === "network") return { ...now, state: "waiting" };
        return { ...now, state: "failed", fault: outcome };
      });
    }
    ports.changed();
    if (outcome === "network") return "waiting";
  }
}
