import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { AdminFeedback } from "../../../../contract/service/admin-feedback.ts";
import { Chip } from "../../kit/page-head.tsx";

/** Whether a message waits for an answer. */
export function StateChip({ state }: { state: AdminFeedback["state"] }) {
  const { t } = useTranslation();
  const tone = state === "open" ? "gold" : state === "answered" ? "good" : undefined;
  return <Chip tone={tone}>{t(`admin.feedbackState.${state}`)}</Chip>;
}

/** The author, as a link to the user's page. */
export function Author({ author }: { author: AdminFeedback["author"] }) {
  const { t } = useTranslation();
  return (
    <>
      <Link to={`/z/page/user/${author.uid}`} className="z-link">
        <bdi>{author.name ?? (author.anonymous ? t("profile.guest") : author.uid)}</bdi>
      </Link>{" "}
      {author.is_vip ? <Chip tone="gold">{t("movie.vip")}</Chip> : null}
    </>
  );
}
