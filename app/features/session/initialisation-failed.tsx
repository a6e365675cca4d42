import { useTranslation } from "react-i18next";

/**
 * Start-up can't continue (spec, section 8): 1 = no configuration, 2 = the native host names no user. Without
 * JavaScript the button is a link to the same page.
 */
export function InitialisationFailed({ reason, onReload }: { reason: 1 | 2; onReload: () => void }) {
  const { t } = useTranslation();
  return (
    <main
      id="content"
      className="frame grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center"
      role="alert"
    >
      <h1 className="text-xl font-semibold">
        {reason === 1 ? t("start.failedConfig") : t("start.failedHost")}
      </h1>
      <a
        href=""
        className="button button-primary"
        onClick={(event) => {
          event.preventDefault();
          onReload();
        }}
      >
        {t("error.reload")}
      </a>
    </main>
  );
}
