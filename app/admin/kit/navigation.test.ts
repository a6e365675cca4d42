import { expect, test } from "vitest";
import { isHere, sectionGroups } from "./navigation.ts";

test.each([
  ["/z", ["home"]],
  ["/z/page/movie", ["movies"]],
  ["/z/page/movie/detail/a-film", ["movies"]],
  ["/z/management", ["management"]],
  ["/z/management/genres", ["genres"]],
  // It has no section of its own.
  ["/z/management/import", []],
  ["/z/page/movies", []],
  ["/z/nowhere", []],
])("%s is in the sections %j", (pathname, names) => {
  const sections = sectionGroups.flatMap((group) => group.sections);
  expect(sections.filter((section) => isHere(section, pathname)).map(({ name }) => name)).toEqual(names);
});
