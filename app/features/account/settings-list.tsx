import { Form, Link } from "@remix-run/react";
import {
  ChevronRight,
  Download,
  KeyRound,
  MonitorSmartphone,
  ShieldCheck,
  Sparkles,
  Trash2,
  UserPen,
  AtSign,
  Users,
  Gauge,
  type LucideIcon,
} from "lucide-react";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CountBadge } from "../../ui/count-badge.tsx";
import { PageLink } from "../../ui/page-link.tsx";

/** A group of rows under its name. */
export function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="mt-8" aria-labelledby={id}>
      <h2 id={id} className="mb-2 px-1 text-sm font-semibold text-ink-soft">
        {title}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-xl bg-card shadow-card">{children}</ul>
    </section>
  );
}

type RowProps = {
  icon: LucideIcon;
  label: string;
  text?: string | undefined;
  value?: string | undefined;
  /** Unread ones; 0 is not shown. */
  count?: number | undefined;
};

/** A row with a link. */
export function SettingsLink({
  to,
  area = false,
  ...row
}: RowProps & {
  to: `/${string}`;
  /** Links to an area with texts of its own, whose pages are documents of their own. */
  area?: boolean;
}) {
  const content = (
    <>
      <RowWords {...row} />
      <ChevronRight aria-hidden="true" className="flip size-4.5 shrink-0 text-ink-faint" />
    </>
  );
  return (
    <li>
      {area ? (
        <Link to={to} reloadDocument className={rowClass}>
          {content}
        </Link>
      ) : (
        <PageLink to={to} className={rowClass}>
          {content}
        </PageLink>
      )}
    </li>
  );
}

/** Rows for members and above; the password row only for accounts that sign in with an e-mail. */
export function AccountRows({ email }: { email: string | null }) {
  const { t } = useTranslation();
  return (
    <>
      <SettingsLink to="/profile?view=edit" icon={UserPen} label={t("profile.edit")} />
      {email ? (
        <>
          <SettingsLink to="/profile?view=password" icon={KeyRound} label={t("profile.password")} />
          <SettingsLink to="/profile/address" icon={AtSign} label={t("address.title")} />
          <SettingsLink to="/profile/security" icon={ShieldCheck} label={t("security.title")} />
        </>
      ) : null}
      <SettingsLink to="/profile/profiles" icon={Users} label={t("profile.profiles")} />
      <SettingsLink to="/profile?view=devices" icon={MonitorSmartphone} label={t("profile.devices")} />
    </>
  );
}

export function DataSaverRow({ on }: { on: boolean }) {
  const { t } = useTranslation();
  const words = { label: t("profile.dataSaver"), text: t("profile.dataSaverText") };
  return <SwitchRow intent="data-saver" on={on} icon={Gauge} {...words} />;
}

function RecommendationsRow({ on }: { on: boolean }) {
  const { t } = useTranslation();
  const words = { label: t("profile.recommendations"), text: t("profile.recommendationsText") };
  return <SwitchRow intent="recommending" on={on} icon={Sparkles} {...words} />;
}

/** A button that shows the current state and inverts it. */
function SwitchRow({ intent, on, ...words }: RowProps & { intent: string; on: boolean }) {
  const { t } = useTranslation();
  return (
    <li>
      <Form method="post" action="/profile" preventScrollReset>
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="on" value={on ? "0" : "1"} />
        <button type="submit" role="switch" aria-checked={on} className={`${rowClass} w-full text-start`}>
          <RowWords {...words} />
          <span
            className={`shrink-0 rounded-full px-2.5 py-0.5 text-sm font-semibold ${
              on ? "bg-curtain-tint text-curtain-deep" : "bg-mist text-ink-soft"
            }`}
          >
            {t(on ? "profile.on" : "profile.off")}
          </span>
        </button>
      </Form>
    </li>
  );
}

/** What a user may do with the data kept about them. */
export function DataRows({ member, recommending }: { member: boolean; recommending: boolean }) {
  const { t } = useTranslation();
  return (
    <SettingsGroup title={t("profile.data")}>
      <RecommendationsRow on={recommending} />
      <li>
        {/* Not `download`: the answer may be the page that asks who it is, and the file says itself that it is one. */}
        <a href="/profile/export" className={rowClass}>
          <RowWords icon={Download} label={t("profile.export")} text={t("profile.exportText")} />
        </a>
      </li>
      <SettingsLink
        to="/profile?view=delete"
        icon={Trash2}
        label={t(member ? "profile.delete" : "profile.deleteGuest")}
      />
    </SettingsGroup>
  );
}

const rowClass = "flex flex-wrap min-h-13 items-center gap-3.5 px-4 py-2 hover:bg-mist";

function RowWords({ icon: Icon, label, text, value, count = 0 }: RowProps) {
  const { t } = useTranslation();
  return (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <span className="min-w-0 flex-1 basis-24">
        <span className="block font-medium">{label}</span>
        {text ? <span className="block text-sm text-ink-soft">{text}</span> : null}
      </span>
      {count > 0 ? <CountBadge count={count} label={t("notices.unseen", { count })} /> : null}
      {value ? <span className="max-w-1/2 text-end text-sm wrap-anywhere text-ink-soft">{value}</span> : null}
    </>
  );
}
