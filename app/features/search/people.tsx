import { useTranslation } from "react-i18next";
import type { Person } from "../../../contract/index.ts";
import { PersonLink } from "../../ui/person-link.tsx";
import { useRoleWords } from "../../ui/role-words.ts";
import { Marked } from "./marked.tsx";

/** The people whom the words of a search name, above its titles. */
export function People({ people, words }: { people: Person[]; words: string | undefined }) {
  const { t } = useTranslation();
  const rolesOf = useRoleWords();
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="search-people" className="mt-5">
      <h2 id="search-people" className="search-heading">
        {t("person.people")}
      </h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {people.map(({ id, name, roles }) => (
          <li key={id}>
            <PersonLink id={id} name={<Marked text={name} words={words} />} note={rolesOf(roles)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
