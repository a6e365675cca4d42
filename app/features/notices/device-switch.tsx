import { BellRing } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiClient } from "../../api-client/create-client.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { deviceState, turnOffPush, turnOnPush, type DeviceState } from "./push-device.ts";

type Shown = DeviceState | "failed" | null;

/** Whether this browser takes pushes, with a button; or why it can't. */
export function DeviceSwitch({ api, pushKey }: { api: ApiClient | null; pushKey: string }) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [state, setState] = useState<Shown>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => void deviceState().then(setState, () => setState("none")), []);
  const turn = async () => {
    if (!api) return;
    setBusy(true);
    if (state === "on")
      await turnOffPush(api).then(
        () => setState("off"),
        () => setState("failed"),
      );
    else setState(await turnOnPush(api, { pushKey }).catch(() => "failed" as const));
    setBusy(false);
  };
  if (!hydrated) return <noscript>{<p className={noteClass}>{t("notices.deviceScripts")}</p>}</noscript>;
  if (state === null) return <p className={`${noteClass} min-h-12`} aria-hidden="true" />;
  if (state === "none" || state === "blocked")
    return (
      <p className={noteClass}>{t(state === "none" ? "notices.deviceNone" : "notices.deviceBlocked")}</p>
    );
  return (
    <div className="grid gap-2">
      <button
        type="button"
        className="button button-quiet min-h-12 w-full"
        disabled={!api}
        aria-busy={busy}
        onClick={() => void turn()}
      >
        <BellRing aria-hidden="true" className="size-4.5" />
        {t(state === "on" ? "notices.deviceOff" : "notices.deviceOn")}
      </button>
      {state === "failed" ? (
        <p role="alert" className="text-sm text-curtain-deep">
          {t("notices.deviceFailed")}
        </p>
      ) : null}
    </div>
  );
}

const noteClass = "rounded-xl bg-mist px-4 py-3 text-sm text-ink-soft";
