import { useTranslation } from "react-i18next";
import { LeftOut } from "../../kit/left-out.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import type { Option } from "../../kit/options.ts";
import { useNow } from "../../kit/live.tsx";
import { OutcomeNotice } from "../../kit/outcome-notice.tsx";
import { AddPanel } from "./add-panel.tsx";
import { LanguageNames } from "./sidecars.tsx";
import { ChooseForm } from "./choose-form.tsx";
import { FilesPanel } from "./files-panel.tsx";
import { firstChoice } from "./first-choice.ts";
import type { FoundMovie, MagnetOutcome } from "./magnet-outcome.ts";
import { MagnetPanel } from "./magnet-panel.tsx";
import { movingStates, type MagnetQuery } from "./magnet-query.ts";
import { MagnetsTable } from "./magnets-table.tsx";
import type { magnetNow, magnetsNow } from "./now.server.ts";
import { ServicePanel } from "./service-panel.tsx";

type List = Awaited<ReturnType<typeof magnetsNow>>;
type One = Awaited<ReturnType<typeof magnetNow>>;
type Shared = { outcome: MagnetOutcome | undefined; editable: boolean };

/** All magnets: the machine's free resources, the field for links, and the state of each magnet. */
export function MagnetList({
  first,
  query,
  outcome,
  editable,
}: Shared & { first: List; query: MagnetQuery }) {
  const { t } = useTranslation();
  const isMoving = ({ items }: List) =>
    items.some(({ state, seeding }) => movingStates.has(state) || seeding);
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const now = useNow(`/z/page/magnet/now?${search}`, first, isMoving);
  const { service } = now;
  const none = !service.on ? "admin.magnet.noneOff" : editable ? "admin.magnet.none" : "admin.magnet.noneYet";
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.magnets")} text={t("admin.magnet.text")} />
      <OutcomeNotice outcome={outcome} />
      <LeftOut names={first.leftOut} />
      <div className="z-stack mt-3">
        <ServicePanel service={service} />
        {editable && service.on ? <AddPanel pasted={outcome?.pasted} /> : null}
      </div>
      <div className="mt-4">
        <MagnetsTable items={now.items} next={now.next} query={query} moving={isMoving(now)} none={t(none)} />
      </div>
    </main>
  );
}

/** One magnet: its files, what they become, and the progress. */
export function OneMagnet({
  first,
  begins,
  named,
  languages,
  outcome,
  editable,
}: Shared & {
  first: One;
  begins: { locale: string; year: number };
  named: FoundMovie | null;
  languages: readonly Option[];
}) {
  const { t } = useTranslation();
  const isMoving = ({ magnet }: One) => movingStates.has(magnet.state) || magnet.seeding;
  const { magnet, service, names } = useNow(`/z/page/magnet/now?id=${first.magnet.id}`, first, isMoving);
  const choosing = magnet.state === "choose" && editable && service.on;
  return (
    <main id="content" className="z-main">
      <PageHead title={magnet.name} back={{ to: "/z/page/magnet", label: t("admin.section.magnets") }} />
      <OutcomeNotice outcome={outcome} />
      <LanguageNames.Provider value={names}>
        <div className="z-stack mt-3">
          {service.on ? null : <ServicePanel service={service} />}
          {choosing ? (
            <ChooseForm
              // Found movies and refusals reset the form to the typed values.
              key={JSON.stringify(outcome?.choice)}
              magnet={magnet}
              service={service}
              named={named}
              languages={languages}
              first={firstChoice(magnet, begins)}
              choice={outcome?.choice}
            />
          ) : null}
          <MagnetPanel magnet={magnet} editable={editable && service.on} />
          {!choosing && magnet.list.length > 0 ? <FilesPanel magnet={magnet} /> : null}
        </div>
      </LanguageNames.Provider>
    </main>
  );
}
