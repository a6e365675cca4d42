import { UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { AdminUser } from "../../../../contract/accounts/admin-users.ts";
import { levelOfTier } from "../../../../contract/catalogue/values.ts";
import { useTierName } from "../../../ui/access-badge.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { Chip } from "../../kit/page-head.tsx";
import { useWriters } from "../../kit/format.ts";

/** A user's picture, small. The name next to it identifies the user. */
export function SmallFace({ avatar, large = false }: { avatar: string | null; large?: boolean }) {
  const size = large ? "size-14" : "size-9";
  return avatar ? (
    <img
      src={avatar}
      alt=""
      width={36}
      height={36}
      loading="lazy"
      className={`${size} shrink-0 rounded-full bg-mist object-cover`}
    />
  ) : (
    <span className={`${size} grid shrink-0 place-items-center rounded-full bg-mist text-ink-faint`}>
      <UserRound aria-hidden="true" className={large ? "size-7" : "size-4.5"} />
    </span>
  );
}

/** The user's name as a link to the user's page. */
export function UserCell({ user }: { user: AdminUser }) {
  const { t } = useTranslation();
  const name = user.name ?? user.email ?? t("profile.guest");
  return (
    <span className="flex min-w-0 items-center gap-3">
      <SmallFace avatar={user.avatar} />
      <span className="min-w-0">
        <PageLink
          to={`/z/page/user/${user.uid}`}
          prefetch="intent"
          className="z-link own-words block truncate"
        >
          {name}
        </PageLink>
        <span className="z-faint own-words block truncate">
          {user.email && user.email !== name ? user.email : user.uid}
        </span>
      </span>
    </span>
  );
}

/** Guest, member, or an admin's level. */
export function RoleChip({ user }: { user: Pick<AdminUser, "anonymous" | "level"> }) {
  const { t } = useTranslation();
  if (user.level !== "none") return <Chip tone="ink">{t(`admin.level.${user.level}`)}</Chip>;
  return <Chip>{t(user.anonymous ? "admin.role.guest" : "admin.role.member")}</Chip>;
}

/** VIP and its end date; for a membership that has ended, the date it ended. */
export function VipCell({
  user,
}: {
  user: Pick<AdminUser, "is_vip" | "vip_tier" | "vip_tier_until" | "vip_until">;
}) {
  const { t } = useTranslation();
  const name = useTierName();
  const write = useWriters();
  if (user.is_vip) {
    return (
      <>
        <Chip tone="gold">{name(levelOfTier(user.vip_tier))}</Chip>{" "}
        {user.vip_tier_until ? (
          <span className="z-faint">{t("admin.user.until", { date: write.day(user.vip_tier_until) })}</span>
        ) : null}
      </>
    );
  }
  return user.vip_until ? (
    <span className="z-faint">{t("admin.user.ended", { date: write.day(user.vip_until) })}</span>
  ) : (
    <span className="z-faint">–</span>
  );
}

/** Active, or suspended with the end date. */
export function StatusCell({ ban }: { ban: { until: string | null } | null }) {
  const { t } = useTranslation();
  const write = useWriters();
  if (!ban) return <Chip tone="good">{t("admin.status.active")}</Chip>;
  return (
    <>
      <Chip tone="red">{t("admin.status.banned")}</Chip>{" "}
      <span className="z-faint">
        {ban.until ? t("admin.user.until", { date: write.day(ban.until) }) : t("admin.user.forGood")}
      </span>
    </>
  );
}
