import { useTranslation } from "react-i18next";
import { iconAddress } from "../../../contract/service/brand-facts.ts";
import { useDocument } from "../../lib/document-context.ts";
import "./install.css";
import { installation } from "./install-prompt.ts";

/** Offers to install the app on the device's home screen; shows the progress. */
export default function InstallBanner({ state }: { state: 1 | 2 }) {
  const { t } = useTranslation();
  const { brand } = useDocument();
  return (
    <aside className="install-banner" aria-label={t("about.install")}>
      <img
        src={brand.icons === null ? "/icons/icon.svg" : iconAddress(brand, "icon-192.png")}
        width="44"
        height="44"
        alt=""
        className="install-icon"
      />
      <p className="install-words" role="status">
        <b>{t("app.name")}</b>
        <span>{state === 1 ? t("install.offer") : t("install.installing")}</span>
      </p>
      {state === 1 ? (
        <div className="install-buttons">
          <button type="button" className="button button-quiet" onClick={installation.cancel}>
            {t("dialog.cancel")}
          </button>
          <button type="button" className="button button-primary" onClick={() => void installation.accept()}>
            {t("install.install")}
          </button>
        </div>
      ) : (
        <span className="spinner install-spinner" aria-hidden="true" />
      )}
    </aside>
  );
}
