import { Link } from "@remix-run/react";
import { ChevronRight, Lock, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { mostProfiles } from "../../../contract/accounts/values.ts";
import type { Profile } from "../../../contract/index.ts";
import { ProfileFace } from "./profile-face.tsx";
import { limitOf, nameOf } from "./profile-words.ts";

/** The profiles of an account, each leading to its settings, and the way to a further one. */
export function ProfilesList({ items }: { items: Profile[] }) {
  const { t } = useTranslation();
  const hasKids = items.some(({ age_limit: age }) => age !== null);
  const own = items.find(({ main }) => main);
  return (
    <>
      {items.length > 0 ? (
        <ul className="divide-y divide-line overflow-hidden rounded-xl bg-card shadow-card">
          {items.map((profile) => (
            <li key={profile.id}>
              <Link
                to={`/profile/profiles?${new URLSearchParams({ edit: profile.id })}`}
                className="flex items-center gap-3.5 px-4 py-3 hover:bg-mist"
              >
                <ProfileFace look={profile.look} className="size-12" />
                <span className="min-w-0 flex-1">
                  <span className="own-words block font-medium wrap-anywhere">{nameOf(profile, t)}</span>
                  <span className="block text-sm text-ink-soft">
                    {profile.main ? t("profiles.ownText") : (limitOf(profile, t) ?? t("profiles.noLimit"))}
                  </span>
                </span>
                {profile.protected ? (
                  <Lock role="img" aria-label={t("profiles.locked")} className="size-4.5 text-ink-soft" />
                ) : null}
                <ChevronRight aria-hidden="true" className="flip size-4.5 shrink-0 text-ink-faint" />
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {hasKids && own && !own.protected ? (
        <p className="rounded-xl bg-mist p-4">
          {t("profiles.pinAdvice")}{" "}
          <Link
            to={`/profile/profiles?${new URLSearchParams({ edit: own.id })}#pin`}
            className="font-semibold text-curtain-deep underline underline-offset-4"
          >
            {t("profiles.setPin")}
          </Link>
        </p>
      ) : null}
      {items.length < mostProfiles ? (
        <Link to="/profile/profiles?add=1" className="button button-primary">
          <Plus aria-hidden="true" className="size-4.5" />
          {t("profiles.add")}
        </Link>
      ) : (
        <p className="text-ink-soft">{t("profiles.full", { most: mostProfiles })}</p>
      )}
    </>
  );
}
