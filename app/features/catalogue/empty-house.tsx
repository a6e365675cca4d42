import { useTranslation } from "react-i18next";

/** Nothing is published yet: an empty screen with a closed curtain. */
export function EmptyHouse() {
  const { t } = useTranslation();
  return (
    <section className="grid justify-items-center px-6 py-20 text-center">
      <svg viewBox="0 0 160 100" width="160" height="100" aria-hidden="true">
        <rect x="14" y="12" width="132" height="70" rx="8" fill="#fff3d6" />
        <path d="M14 12h42c0 30-14 52-42 58zM146 12h-42c0 30 14 52 42 58z" fill="var(--color-curtain)" />
        <path d="M30 12c0 22-6 40-16 46V12zM130 12c0 22 6 40 16 46V12z" fill="var(--color-curtain-deep)" />
        <path d="M50 94a8 8 0 0 1 16 0M72 94a8 8 0 0 1 16 0M94 94a8 8 0 0 1 16 0" fill="#e5dfd6" />
      </svg>
      <h2 className="mt-6 text-lg font-bold">{t("home.emptyTitle")}</h2>
      <p className="mt-1 text-ink-soft">{t("home.emptyText")}</p>
    </section>
  );
}
