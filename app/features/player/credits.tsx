import { ChevronDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { MoviePerson } from "../../../contract/index.ts";
import { PersonLink } from "../../ui/person-link.tsx";

/** Of the cast, shown at once. */
const firstOfCast = 6;

/** Who made a movie: its directors and the first of its cast, and the others on demand. */
export function Credits({ people = [] }: { people: MoviePerson[] | undefined }) {
  const { t } = useTranslation();
  const inRole = (wanted: MoviePerson["role"]) => people.filter(({ role }) => role === wanted);
  const cast = inRole("cast");
  const groups = [
    { role: t("person.director"), names: inRole("director") },
    { role: t("movie.cast"), names: cast.slice(0, firstOfCast) },
  ];
  const others = [
    { role: t("movie.cast"), names: cast.slice(firstOfCast) },
    ...(["writer", "music", "camera"] as const).map((role) => ({
      role: t(`person.${role}`),
      names: inRole(role),
    })),
  ];
  if (people.length === 0) return null;
  return (
    <div className="credits">
      <Groups groups={groups} />
      {others.some(({ names }) => names.length > 0) ? (
        <details>
          <summary>
            {t("movie.credits")}
            <ChevronDown aria-hidden="true" className="size-4.5" />
          </summary>
          <Groups groups={others} />
        </details>
      ) : null}
    </div>
  );
}

function Groups({ groups }: { groups: { role: string; names: MoviePerson[] }[] }) {
  return (
    <dl>
      {groups
        .filter(({ names }) => names.length > 0)
        .map(({ role, names }) => (
          <div key={role}>
            <dt>{role}</dt>
            {names.map(({ id, name, part }, place) => (
              <dd key={place}>
                <PersonLink id={id} name={name} note={part} />
              </dd>
            ))}
          </div>
        ))}
    </dl>
  );
}
