import { useTranslation } from "react-i18next";
import type { UserInfo } from "../../../contract/index.ts";
import { levelOfTier } from "../../../contract/catalogue/values.ts";
import { dateFormat } from "../../lib/formats.ts";
import { AccessBadge } from "../../ui/access-badge.tsx";
import { Face } from "./face.tsx";

/** From this year on a date means "for good". */
const forGood = 9000;

/** The signed-in user and their membership. */
export function UserCard({ user }: { user: UserInfo | null }) {
  const { t, i18n } = useTranslation();
  const member = user !== null && user.anonymous !== 1;
  const end = user?.vip_until ? new Date(user.vip_until) : null;
  const until = end && end.getUTCFullYear() < forGood ? end : null;
  return (
    <section className="mt-5 flex flex-wrap items-center gap-4 rounded-xl bg-card p-4 shadow-card">
      <Face avatar={member ? user.avatar : null} />
      <div className="min-w-0 flex-1 basis-36">
        <p className="own-words text-lg wrap-anywhere font-bold">
          {member ? (user.name ?? user.email) : t("profile.guest")}
        </p>
        {member && user.name && user.email ? (
          <p className="text-sm wrap-anywhere text-ink-soft">
            <bdi>{user.email}</bdi>
          </p>
        ) : null}
        {member || user?.is_vip ? (
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
            {user?.is_vip ? <AccessBadge access={levelOfTier(user.vip_tier)} /> : null}
            {user?.is_vip
              ? until
                ? t("profile.vipUntil", {
                    date: dateFormat(i18n.language, { dateStyle: "long", timeZone: "UTC" }).format(until),
                  })
                : t("profile.vip")
              : t("profile.free")}
          </p>
        ) : (
          <p className="mt-0.5 text-sm text-ink-soft">{t("profile.guestText")}</p>
        )}
      </div>
    </section>
  );
}
