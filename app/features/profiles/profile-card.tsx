import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { ProfileInfo, UserInfo } from "../../../contract/index.ts";
import { ProfileFace } from "./profile-face.tsx";

/** The profile that is open, and the way to another one. */
export function ProfileCard({ profile, account }: { profile: ProfileInfo; account: UserInfo | null }) {
  const { t } = useTranslation();
  const age = profile.age_limit;
  return (
    <section className="mt-5 flex flex-wrap items-center gap-4 rounded-xl bg-card p-4 shadow-card">
      <ProfileFace look={profile.look} />
      <div className="min-w-0 flex-1 basis-36">
        <p className="own-words text-lg wrap-anywhere font-bold">
          {profile.name ?? account?.name ?? t("profile.title")}
        </p>
        {age === null ? null : <p className="text-sm text-ink-soft">{t("profile.kids", { age })}</p>}
      </div>
      <Link to="/page/profiles?to=/profile" className="button button-quiet">
        {t("profile.switch")}
      </Link>
    </section>
  );
}
