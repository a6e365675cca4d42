import { Form, Link } from "@remix-run/react";
import { ChevronDown, ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SelectField, Tick } from "../../kit/forms/fields.tsx";
import { useWriters } from "../../kit/format.ts";
import type { ShownComparison, ShownDifference, ShownGroup } from "./presenter.server.ts";
import type { TmdbOutcome } from "./write-tmdb.server.ts";

type Props = { compared: ShownComparison; outcome: TmdbOutcome | undefined; movieId: string };

/** The entry of TMDB that is compared, and the season of it. */
export function EntryPanel({ compared, movieId }: Omit<Props, "outcome">) {
  const { t } = useTranslation();
  const write = useWriters();
  const { title, url, filledAt, season, seasons, tmdb, kind } = compared;
  const path = `/z/page/movie/detail/${movieId}/tmdb`;
  return (
    <section className="z-panel grid gap-3" aria-labelledby="tmdb-entry">
      <h2 id="tmdb-entry" className="mb-0!">
        <bdi>{title}</bdi>
      </h2>
      {filledAt ? <p className="z-faint">{t("admin.tmdb.filledAt", { time: write.at(filledAt) })}</p> : null}
      <div className="z-actions">
        <a href={url} rel="noreferrer" className="z-button">
          <ExternalLink aria-hidden="true" className="size-4" />
          {t("admin.tmdb.open")}
        </a>
        <Link to={`${path}?${new URLSearchParams({ q: title, kind })}`} className="z-button z-button-plain">
          {t("admin.tmdb.again")}
        </Link>
      </div>
      {season !== null && seasons.length > 1 ? (
        <Form method="get" action={path} className="z-row">
          <input type="hidden" name="tmdb" value={tmdb} />
          <input type="hidden" name="kind" value={kind} />
          <SelectField
            field={{ id: "season", name: "season", key: String(season), initialValue: season }}
            label={t("admin.tmdb.season")}
            options={seasons.map((one) => ({
              value: String(one.season),
              label: [one.name, t("movie.episodes", { count: one.episodes })].filter(Boolean).join(" · "),
            }))}
          />
          <button type="submit" className="z-button">
            {t("admin.tmdb.compare")}
          </button>
        </Form>
      ) : null}
    </section>
  );
}

/** Every difference with a box; what is ticked is taken over. */
export function DifferencesForm({ compared, outcome, movieId }: Props) {
  const { t } = useTranslation();
  const { groups, revision, tmdb, kind, season, more, unknownGenres } = compared;
  if (groups.length + unknownGenres.length === 0)
    return (
      <section className="z-panel">
        <p role="status">{t("admin.tmdb.same")}</p>
      </section>
    );
  const sent = { intent: "fill", revision, tmdb, kind, ...(season !== null && { season }) };
  return (
    <Form
      method="post"
      action={`/z/page/movie/detail/${movieId}/tmdb?${entryOf(compared)}`}
      className="z-stack"
    >
      {Object.entries(sent).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {groups.length > 0 ? <p className="z-hint">{t("admin.tmdb.hint")}</p> : null}
      {unknownGenres.length > 0 ? <NewGenres names={unknownGenres} ticked={outcome?.newGenres} /> : null}
      {groups.map((group) => (
        <Group key={group.id} group={group} outcome={outcome} />
      ))}
      {more > 0 ? <p className="z-hint">{t("admin.tmdb.more", { number: more })}</p> : null}
      <div className="z-save">
        <button type="submit" className="z-button z-button-primary">
          {t("admin.tmdb.fill")}
        </button>
      </div>
    </Form>
  );
}

/** Genres of TMDB that the catalogue does not have: what is ticked is made. */
function NewGenres({ names, ticked = [] }: { names: string[]; ticked?: string[] | undefined }) {
  const { t } = useTranslation();
  return (
    <section className="z-panel">
      <fieldset aria-describedby="tmdb-genres-hint">
        <legend className="z-title">{t("admin.tmdb.newGenres")}</legend>
        <p id="tmdb-genres-hint" className="z-hint">
          {t("admin.tmdb.newGenresHint")}
        </p>
        {names.map((name) => (
          <Tick
            key={name}
            name="newGenres"
            value={name}
            label={<bdi lang="en">{name}</bdi>}
            defaultChecked={ticked.includes(name)}
          />
        ))}
      </fieldset>
    </section>
  );
}

/** After a refusal the same entry is compared again. */
function entryOf({ tmdb, kind, season }: ShownComparison): URLSearchParams {
  return new URLSearchParams({
    tmdb: String(tmdb),
    kind,
    ...(season !== null && { season: String(season) }),
  });
}

function Group({
  group: { id, title, open, differences },
  outcome,
}: {
  group: ShownGroup;
  outcome: TmdbOutcome | undefined;
}) {
  const { t } = useTranslation();
  const list = (
    <ul className="z-tmdb">
      {differences.map((one) => (
        <Difference key={one.field} one={one} outcome={outcome} />
      ))}
    </ul>
  );
  if (open === null)
    return (
      <section className="z-panel" aria-labelledby={`tmdb-${id}`}>
        <h2 id={`tmdb-${id}`}>{title}</h2>
        {list}
      </section>
    );
  return (
    <details className="z-panel z-tmdb-part" open={open}>
      <summary>
        <ChevronDown aria-hidden="true" className="size-4" />
        <span className="z-title">{title}</span>
        <span className="z-faint">{t("admin.tmdb.count", { number: differences.length })}</span>
      </summary>
      {list}
    </details>
  );
}

function Difference({ one, outcome }: { one: ShownDifference; outcome: TmdbOutcome | undefined }) {
  const { t } = useTranslation();
  const { field, label, current, found, ticked, lang, pictures } = one;
  const { ticks, refused } = outcome ?? {};
  const error = refused?.field === field ? refused.text : null;
  const id = `tmdb-${field.replaceAll(".", "-")}`;
  return (
    <li>
      <Tick
        name="fields"
        value={field}
        label={label}
        defaultChecked={ticks ? ticks.includes(field) : ticked}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error ? (
        <p id={`${id}-error`} className="z-error">
          {error}
        </p>
      ) : null}
      <dl className="z-tmdb-sides">
        <Side label={t("admin.tmdb.current")} lines={current} lang={lang} picture={pictures?.current} />
        <Side label={t("admin.tmdb.found")} lines={found} lang={lang} picture={pictures?.found} />
      </dl>
    </li>
  );
}

function Side(props: {
  label: string;
  lines: string[];
  lang: string | undefined;
  picture: string | null | undefined;
}) {
  const { t } = useTranslation();
  const { label, lines, lang, picture } = props;
  return (
    <div>
      <dt>{label}</dt>
      <dd className="own-words">
        {picture ? (
          <img src={picture} alt={label} className="z-tmdb-picture" />
        ) : lines.length === 0 ? (
          <span className="z-faint">{t("admin.tmdb.empty")}</span>
        ) : (
          lines.map((line, at) => (
            <p key={at} dir="auto" lang={lang}>
              {line}
            </p>
          ))
        )}
      </dd>
    </div>
  );
}
