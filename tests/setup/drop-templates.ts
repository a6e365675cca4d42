import type { EmbeddedClient } from "../../api/db/embedded/thread-client.ts";

/** Databases that others are made from: two thirds of an embedded one's files, which every copy would write again. */
const templates = ["template0", "template1"];

/** Takes out what only making another database needs. */
export async function dropTemplates(pglite: EmbeddedClient): Promise<void> {
  for (const name of templates) {
    await pglite.query("update pg_database set datistemplate = false where datname = $1", [name]);
    await pglite.exec(`drop database ${name}`);
  }
}
