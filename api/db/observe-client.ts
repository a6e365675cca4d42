import type { Sql, TransactionSql } from "postgres";

/** Counts the statements and transactions of a client that run or wait. */
export function countUse(client: Sql, most: number) {
  let asked = 0;
  const during = async <T>(work: PromiseLike<T>): Promise<T> => {
    asked += 1;
    try {
      return await work;
    } finally {
      asked -= 1;
    }
  };
  const counted = {
    options: client.options,
    unsafe(...query: Parameters<Sql["unsafe"]>) {
      const pending = client.unsafe(...query);
      return {
        values: () => during(pending.values()),
        then: (resolve: (rows: unknown) => unknown, reject: (error: unknown) => unknown) =>
          during(pending).then(resolve, reject),
      };
    },
    begin: (work: (tx: TransactionSql) => Promise<unknown>) => during(client.begin(work)),
  };
  return {
    client: counted as unknown as Sql,
    /** postgres.js does not tell what its connections do: as many are in use as are asked for, up to the most. */
    pool: () => ({ most, used: Math.min(asked, most), waiting: Math.max(0, asked - most) }),
  };
}
