import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from "react";
import { Crosshair } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { useWriters } from "../../kit/format.ts";

/** Lets an admin watch it before users can. Each answer signs its address anew; the player keeps the first one. */
export function PreviewPlayer({
  src,
  onPlayer,
}: {
  src: string;
  /** Gets the element once it is on the page, and null when it has gone. */
  onPlayer?: (player: HTMLVideoElement | null) => void;
}) {
  const { t } = useTranslation();
  const [first] = useState(src);
  return (
    <video
      ref={onPlayer}
      controls
      preload="none"
      src={first}
      className="mt-3 aspect-video w-full max-w-lg rounded-lg bg-ink"
      aria-label={t("admin.text.preview")}
    />
  );
}

const PlayerContext = createContext<HTMLVideoElement | null>(null);

/** A player beside the fields whose values are places in its video. */
export function BesidePlayer({
  asset,
  editable,
  children,
}: {
  asset: { id: string; preview: string | null } | null;
  editable: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const [player, setPlayer] = useState<HTMLVideoElement | null>(null);
  if (!asset?.preview) return children;
  return (
    <div className="z-beside">
      <div className="z-beside-player">
        <PreviewPlayer key={asset.id} src={asset.preview} onPlayer={setPlayer} />
        {player && editable ? (
          <p className="z-hint mt-2 flex items-center gap-1" aria-hidden="true">
            <Crosshair className="size-4 flex-none" /> {t("admin.movie.setToPosition")}
          </p>
        ) : null}
      </div>
      <PlayerContext.Provider value={editable ? player : null}>{children}</PlayerContext.Provider>
    </div>
  );
}

const movements = ["timeupdate", "seeking", "emptied"];

/** @returns whole seconds; null without a player */
function usePosition(): number | null {
  const player = useContext(PlayerContext);
  return useSyncExternalStore(
    (changed) => {
      for (const movement of movements) player?.addEventListener(movement, changed);
      return () => movements.forEach((movement) => player?.removeEventListener(movement, changed));
    },
    () => player && Math.floor(player.currentTime),
    () => null,
  );
}

/** A button that writes the player's position into the field, and says so. Needs scripts and a player. */
export function SetToPosition({ field, label }: { field: { id: string }; label: string }) {
  const { t } = useTranslation();
  const write = useWriters();
  const position = usePosition();
  const [set, setSet] = useState("");
  if (!useHydrated() || position === null) return null;
  const time = write.place(position);
  return (
    <>
      <button
        type="button"
        className="z-button flex-none tabular-nums"
        title={t("admin.movie.setToPosition")}
        // Without the time: a screen reader would say a name that changes every second.
        aria-label={t("admin.movie.setToPositionOf", { field: label })}
        onClick={() => {
          const control = document.getElementById(field.id) as HTMLInputElement;
          control.value = String(position);
          // Errors go, and a form knows that it is unsaved, by what is typed.
          control.dispatchEvent(new Event("input", { bubbles: true }));
          setSet(t("admin.movie.positionSet", { time, field: label }));
        }}
      >
        <Crosshair aria-hidden="true" className="size-4" />
        {time}
      </button>
      <span role="status" className="sr-only">
        {set}
      </span>
    </>
  );
}
