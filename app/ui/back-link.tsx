import { Link, useLocation, useNavigate } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { stepsBack } from "../lib/trail.ts";

/**
 * An arrow to the page before, with its list, its filters and its scroll position. Without a page before, and without
 * scripts, it leads to `to`, the parent page.
 */
export function BackLink({ to, className }: { to: string; className: string }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <Link
      to={to}
      data-back=""
      className={className}
      aria-label={t("nav.back")}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        const steps = stepsBack(pathname);
        if (steps === null) return;
        event.preventDefault();
        navigate(-steps);
      }}
    >
      <ArrowLeft aria-hidden="true" className="flip size-5.5" />
    </Link>
  );
}
