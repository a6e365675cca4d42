import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../api/db/client.ts";
import { hashOfCode } from "../../../api/domain/commerce/codes/code-text.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { copyMigrations, placeForDatabase } from "../../setup/migrations.ts";

test("codes of a version that revoked whole batches alone are redeemed, and revoked one by one", async () => {
  const migrations = await copyMigrations();
  const place = await placeForDatabase({ empty: true });
  onTestFinished(async () => {
    await place.drop();
    await migrations.remove();
  });
  await migrations.endWith("0010_people");
  const codes = ["00000-11111-22222-33333", "44444-55555-66666-77777"] as const;
  const batch = randomUUID();
  const before = await openDatabase({ ...place.at, migrationsFolder: migrations.folder });
  await before.db.execute(sql`insert into code_batch (id, name, duration, codes, uses, created_at)
    values (${batch}, 'Old', '{"unit": "day", "count": 30}', 2, 1, '2026-01-01')`);
  for (const [index, code] of codes.entries())
    await before.db.execute(
      sql`insert into code (hash, batch_id, "index") values (${hashOfCode(code)}, ${batch}, ${index})`,
    );
  await before.close();

  const database = await openDatabase(place.at);
  const backend = await startTestBackend({ beside: { database } as TestBackend });
  try {
    const { token } = await backend.person({ admin: 2 });
    const redeem = (code: string) => backend.post("voucher/redeem", { code }, { token });
    expect((await backend.post("z/code/revoke-one", { code: codes[0] }, { token })).c).toBe(0);
    expect((await redeem(codes[0])).c).toBe(4227);
    expect((await redeem(codes[1])).c).toBe(0);
    const { d } = await backend.get("z/code/list", "", { token });
    expect(d.items).toMatchObject([{ id: batch, redeemed: 1, revoked: 1, left: 0 }]);
    expect(backend.bugs).toEqual([]);
  } finally {
    await backend.close();
    await database.close();
  }
});
