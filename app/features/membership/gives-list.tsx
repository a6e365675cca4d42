import { CloudDownload, MonitorSmartphone, Popcorn, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";

const gives: { name: "givesAll" | "givesDevices" | "givesOffline"; icon: LucideIcon }[] = [
  { name: "givesAll", icon: Popcorn },
  { name: "givesDevices", icon: MonitorSmartphone },
  { name: "givesOffline", icon: CloudDownload },
];

/**
 * The benefits of VIP.
 * @param offline whether VIP members may download here
 */
export function GivesList({ offline }: { offline: boolean }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="gives">
      <h2 id="gives" className="text-lg font-bold">
        {t("membership.gives")}
      </h2>
      <ul className="vip-gives">
        {gives
          .filter(({ name }) => offline || name !== "givesOffline")
          .map(({ name, icon: Icon }) => (
            <li key={name}>
              <span className="vip-icon">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              <span className="min-w-0">
                <span className="block font-semibold">{t(`membership.${name}`)}</span>
                <span className="block text-sm text-ink-soft">{t(`membership.${name}Text`)}</span>
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}
