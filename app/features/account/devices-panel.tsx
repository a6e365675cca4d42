import { Form } from "@remix-run/react";
import { Laptop, Smartphone, Tablet, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Device } from "../../../contract/index.ts";
import { deviceWords } from "../../lib/device-words.ts";
import { dateFormat } from "../../lib/formats.ts";
import { Panel } from "./panel.tsx";

const icons: Record<Device["kind"], LucideIcon> = {
  phone: Smartphone,
  tablet: Tablet,
  computer: Laptop,
  unknown: Laptop,
};

/** The devices the account is signed in on, with a button to sign each out. */
export function DevicesPanel({ devices, busy }: { devices: Device[]; busy: boolean }) {
  const { t } = useTranslation();
  return (
    <Panel title={t("profile.devices")} text={t("profile.devicesText")}>
      <ul className="divide-y divide-line overflow-hidden rounded-xl bg-card shadow-card">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} busy={busy} />
        ))}
      </ul>
      {devices.length > 1 ? (
        <Form method="post" action="/profile?view=devices">
          <input type="hidden" name="intent" value="devices-end" />
          <button type="submit" className="button button-quiet min-h-12 w-full" aria-busy={busy}>
            {t("profile.endOthers")}
          </button>
        </Form>
      ) : null}
    </Panel>
  );
}

function DeviceRow({ device, busy }: { device: Device; busy: boolean }) {
  const { t, i18n } = useTranslation();
  const name = deviceWords(t, device);
  // May differ between the server's time zone and the browser's: a day is precise enough.
  const date = dateFormat(i18n.language, { dateStyle: "medium", timeZone: "UTC" }).format(
    new Date(device.lastSeenAt),
  );
  const Icon = icons[device.kind];
  return (
    <li className="flex min-h-16 items-center gap-3.5 py-2 ps-4 pe-2">
      <Icon aria-hidden="true" className="size-5.5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{name}</span>
        <span className="block text-sm text-ink-soft">
          {device.current ? (
            <span className="font-semibold text-curtain-deep">{t("profile.thisDevice")}</span>
          ) : (
            t("profile.lastSeen", { date })
          )}
        </span>
      </span>
      {device.current ? null : (
        <Form method="post" action="/profile?view=devices">
          <input type="hidden" name="intent" value="device-end" />
          <input type="hidden" name="id" value={device.id} />
          <button
            type="submit"
            className="button px-3 text-sm text-curtain-deep hover:bg-mist"
            aria-label={t("profile.endDevice", { device: name })}
            aria-busy={busy}
          >
            {t("login.signOut")}
          </button>
        </Form>
      )}
    </li>
  );
}
