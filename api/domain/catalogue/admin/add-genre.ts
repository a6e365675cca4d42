import type { Db } from "../../../db/client.ts";
import { genreNames } from "../../../db/schema.ts";
import { invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { lockGenre } from "./genres.ts";

const longestId = 32;

/**
 * Adds a genre in the transaction of a write that needs it; one that is there meanwhile stays as it is.
 * @param names by language, the English one at least
 * @returns its id, which is made of its English name
 * @throws Failure invalid for a name without letters that an id can have (`newGenres`)
 */
export async function addGenre(
  tx: Db,
  names: Record<string, string> & { en: string },
  { admin, reason, now }: { admin: User; reason?: string | undefined; now: Date },
): Promise<string> {
  const id = idOf(names.en);
  if (id === "") throw invalidField("newGenres", "format");
  if (await lockGenre(tx, id)) return id;
  await tx
    .insert(genreNames)
    .values(Object.entries(names).map(([locale, name]) => ({ genre: id, locale, name })));
  await recordAudit(tx, {
    actor: actorOf(admin),
    action: "z/genre/save",
    target: { kind: "genre", id },
    before: null,
    after: names,
    reason,
    now,
  });
  return id;
}

/** @returns lowercase letters and hyphens, as `genreId` of the contract has them */
function idOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z]+/g, "-")
    .replace(/^-/, "")
    .slice(0, longestId)
    .replace(/-$/, "");
}
