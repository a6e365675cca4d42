import {
  Cpu,
  Database,
  Film,
  IdCard,
  Network,
  Server,
  Smartphone,
  TriangleAlert,
  Workflow,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { UserInfo } from "../../../contract/index.ts";
import { Facts } from "../../ui/facts.tsx";
import { readBrowserState, type BrowserState } from "./browser-state.ts";
import { codecSupport, formats, type CodecSupport } from "./codecs.ts";

export type ServerSide = {
  version: string;
  locale: string;
  device: "mobile" | "desktop";
  browser: string;
  /** Milliseconds one call of the API took on the server. */
  apiMs: number;
  origin: string;
  request: string;
  provider: string;
};

export type DiagnosticsPageProps = {
  server: ServerSide;
  user: UserInfo | null;
  /** Whether a native app around the page has announced itself; null until scripts run. */
  nativeHost: boolean | null;
  /** One small call of the API from the browser. */
  ping: (() => Promise<unknown>) | null;
  /** The player on a sample; null without anything to play. */
  player: ReactNode;
};

/** The server's view, the browser's own report, a sample to play, and a button that throws an error. */
export function DiagnosticsPage({ server, user, nativeHost, ping, player }: DiagnosticsPageProps) {
  const { t } = useTranslation();
  const [state, setState] = useState<BrowserState | null>(null);
  const [codecs, setCodecs] = useState<CodecSupport[] | null>(null);
  useEffect(() => setCodecs(codecSupport()), []);
  const ready = ping !== null;
  useEffect(() => {
    if (ping) void readBrowserState(ping).then(setState);
    // Runs once: `ping` is another function at every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ready]);
  const { yes } = useValueWords();
  return (
    <>
      <ServerParts server={server} user={user} />
      <noscript>
        <p className="mt-6 rounded-lg bg-mist px-4 py-3 text-sm">{t("test.noScript")}</p>
      </noscript>
      <div className="noscript:hidden">
        <BrowserParts state={state} />
        <Part icon={Smartphone} title={t("test.host")}>
          <Facts facts={[{ label: t("test.present"), value: yes(nativeHost) }]} />
        </Part>
        <Part icon={Cpu} title={t("test.codecs")}>
          <CodecTable codecs={codecs} yes={yes} />
        </Part>
      </div>
      <Part icon={Film} title={t("test.player")}>
        {player ?? <p className="text-sm text-ink-soft">{t("test.noSample")}</p>}
      </Part>
      <Part icon={TriangleAlert} title={t("test.error")}>
        <p className="mb-3 text-sm text-ink-soft">{t("test.errorText")}</p>
        <ThrowButton />
      </Part>
    </>
  );
}

/** Values in words of the page's language. */
function useValueWords() {
  const { t, i18n } = useTranslation();
  const bytes = (count: number | null) => {
    if (count === null) return null;
    const [amount, unit] = count < 1e9 ? [count / 1e6, "megabyte"] : [count / 1e9, "gigabyte"];
    const format = { style: "unit", unit, maximumFractionDigits: 1 } as const;
    return new Intl.NumberFormat(i18n.language, format).format(amount);
  };
  const yes = (value: boolean | null | undefined) =>
    value === null || value === undefined ? t("test.unknown") : t(value ? "test.yes" : "test.no");
  return { yes, bytes };
}

/** The server's own view: of itself, and of the user. */
function ServerParts({ server, user }: Pick<DiagnosticsPageProps, "server" | "user">) {
  const { t } = useTranslation();
  const { yes } = useValueWords();
  return (
    <>
      <Part icon={Server} title={t("test.server")}>
        <Facts
          facts={[
            { label: t("feedbackContext.version"), value: server.version },
            { label: t("test.apiTime"), value: t("test.ms", { ms: server.apiMs }) },
            { label: t("test.origin"), value: server.origin },
            { label: t("feedbackContext.request"), value: server.request },
            { label: t("feedbackContext.locale"), value: server.locale },
            {
              label: t("feedbackContext.device"),
              value: t(server.device === "mobile" ? "feedback.mobile" : "feedback.desktop"),
            },
            { label: t("feedbackContext.browser"), value: server.browser },
          ]}
        />
      </Part>
      <Part icon={IdCard} title={t("test.identity")}>
        <Facts
          facts={[
            { label: t("test.signed"), value: yes(user !== null) },
            { label: t("test.anonymous"), value: yes(user === null ? null : user.anonymous === 1) },
            { label: t("movie.vip"), value: yes(user === null ? null : user.is_vip) },
            { label: t("test.provider"), value: server.provider },
          ]}
        />
      </Part>
    </>
  );
}

/** What the browser reports; null until scripts have read it. */
function BrowserParts({ state }: { state: BrowserState | null }) {
  const { t } = useTranslation();
  const { yes, bytes } = useValueWords();
  const unknown = t("test.unknown");
  // The rows stand from the start: what is below them must not move when they are filled in.
  const of = (write: (known: BrowserState) => string) => (state ? write(state) : t("nav.loading"));
  return (
    <>
      <Part icon={Network} title={t("test.network")}>
        <Facts
          facts={[
            { label: t("test.online"), value: of(({ online }) => yes(online)) },
            {
              label: t("test.latency"),
              value: of(({ latencyMs }) => (latencyMs === null ? unknown : t("test.ms", { ms: latencyMs }))),
            },
            {
              label: t("test.downlink"),
              value: of(({ downlinkMbps }) => (downlinkMbps === null ? unknown : `${downlinkMbps} Mbit/s`)),
            },
            { label: t("test.connection"), value: of(({ connection }) => connection ?? unknown) },
            { label: t("test.saveData"), value: of(({ saveData }) => yes(saveData)) },
          ]}
        />
      </Part>
      <Part icon={Database} title={t("test.storage")}>
        <Facts
          facts={[
            { label: t("test.used"), value: of(({ usedBytes }) => bytes(usedBytes) ?? unknown) },
            { label: t("test.quota"), value: of(({ quotaBytes }) => bytes(quotaBytes) ?? unknown) },
            { label: t("test.persisted"), value: of(({ persisted }) => yes(persisted)) },
            { label: t("test.localStorage"), value: of(({ localStorage }) => yes(localStorage)) },
            { label: t("test.cookies"), value: of(({ cookies }) => yes(cookies)) },
          ]}
        />
      </Part>
      <Part icon={Workflow} title={t("test.worker")}>
        <Facts
          facts={[
            {
              label: t("test.state"),
              value: of(({ worker }) => (worker === "none" ? t("test.no") : (worker ?? unknown))),
            },
            { label: t("test.controlled"), value: of(({ controlled }) => yes(controlled)) },
          ]}
        />
      </Part>
    </>
  );
}

function Part({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <section className="mt-4 rounded-xl bg-card p-4 shadow-card">
      <h2 className="mb-3 flex items-center gap-2.5 font-bold">
        <Icon aria-hidden="true" className="size-5 text-curtain" />
        {title}
      </h2>
      {children}
    </section>
  );
}

function CodecTable({
  codecs,
  yes,
}: {
  codecs: CodecSupport[] | null;
  yes: (value: boolean | null) => string;
}) {
  const { t } = useTranslation();
  const words = { probably: t("test.yes"), maybe: t("test.maybe"), no: t("test.no") };
  return (
    <table className="w-full text-start text-sm">
      <thead>
        <tr className="text-xs text-ink-faint">
          {[t("test.format"), t("test.native"), t("test.fed")].map((head) => (
            <th key={head} scope="col" className="pb-1.5 text-start font-semibold">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {formats.map(([name], order) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="py-1.5 text-start font-medium">
              {name}
            </th>
            <td className="py-1.5">{codecs ? words[codecs[order]!.native] : t("test.unknown")}</td>
            <td className="py-1.5">{yes(codecs?.[order]?.fed ?? null)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** With scripts the error is thrown while the page renders; without, while the server loads it. */
function ThrowButton() {
  const { t } = useTranslation();
  const [broken, setBroken] = useState(false);
  if (broken) throw new Error("The diagnostics page was asked to break");
  return (
    <form
      method="get"
      action="/test"
      onSubmit={(event) => {
        event.preventDefault();
        setBroken(true);
      }}
    >
      <button type="submit" name="throw" value="1" className="button button-quiet">
        {t("test.throw")}
      </button>
    </form>
  );
}
