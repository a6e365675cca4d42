import type { Db } from "../../../db/client.ts";
import { collections, type CollectionTexts } from "../../../db/schema.ts";
import type { User } from "../../kernel/user.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { flatTexts, lockCollection } from "./save-collection.ts";

const longestId = 64;

/** Adds a collection in the transaction of a write that needs it; one that is there meanwhile stays as it is. */
export async function addCollection(
  tx: Db,
  { id, texts }: { id: string; texts: CollectionTexts },
  { admin, reason, now }: { admin: User; reason?: string | undefined; now: Date },
): Promise<void> {
  if (await lockCollection(tx, id)) return;
  await tx.insert(collections).values({ id, texts, updatedAt: now });
  await recordAudit(tx, {
    actor: actorOf(admin),
    action: "z/collection/save",
    target: { kind: "collection", id },
    before: null,
    after: flatTexts(texts),
    reason,
    now,
  });
}

/** The id of a collection by its English name; '' for a name without Latin letters and digits. */
export function collectionIdOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, longestId)
    .replace(/-$/, "");
}
