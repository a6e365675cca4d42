import {
  messages,
  parse,
  protocol,
  type PGlite,
  type QueryOptions,
  type Results,
} from "@electric-sql/pglite";

const { serialize } = protocol;

type Message = Awaited<ReturnType<PGlite["execProtocolStream"]>>[number];
type Statement = { name: string; parameters: number[]; columns: messages.Field[] };
type Query = <T>(text: string, parameters?: unknown[], options?: QueryOptions) => Promise<Results<T>>;

/**
 * Makes the embedded database prepare each statement once, and run it with one message. By itself PGlite sends six for
 * each query, and the database parses and plans the statement again. What is asked, answered and thrown stays the same.
 * @param most statements that stay prepared; those not used for longest are forgotten first
 */
export function keepStatements(client: PGlite, { most = 500 } = {}): void {
  const statements = new Map<string, Statement>();
  const plainQuery = client.query.bind(client);
  const plainTransaction = client.transaction.bind(client);
  let made = 0;

  const send = (...messages: Uint8Array[]) =>
    client.execProtocolStream(joined(messages), { syncToFs: false });

  async function prepared(text: string): Promise<Statement> {
    const known = statements.get(text);
    // The statement that was used last is the last of the map.
    statements.delete(text);
    if (known) {
      statements.set(text, known);
      return known;
    }
    const [oldestText, oldest] = statements.size < most ? [] : statements.entries().next().value!;
    if (oldestText !== undefined) statements.delete(oldestText);
    const name = `kept${++made}`;
    const answer = await send(
      ...(oldest ? [serialize.close({ type: "S", name: oldest.name })] : []),
      serialize.parse({ name, text }),
      serialize.describe({ type: "S", name }),
      serialize.sync(),
    );
    const parameters = parse.parseDescribeStatementResults(answer);
    const head = answer.find((message) => message instanceof messages.RowDescriptionMessage);
    const statement = { name, parameters, columns: head?.fields ?? [] };
    statements.set(text, statement);
    return statement;
  }

  async function run<T>(text: string, given: unknown[], options: QueryOptions = {}): Promise<Results<T>> {
    try {
      const { name, parameters, columns } = await prepared(text);
      const values = given.map((value, at) => {
        if (value === null || value === undefined) return null;
        const type = parameters[at]!;
        const write = options.serializers?.[type] ?? client.serializers[type];
        return write ? (write(value) as string) : String(value);
      });
      const bind = serialize.bind({ statement: name, values });
      const answer = await send(bind, serialize.execute({}), serialize.sync());
      return resultOf(answer, columns, { options, parsers: client.parsers });
    } catch (error) {
      if (isStale(error)) statements.delete(text);
      throw Object.assign(error as Error, { query: text, params: given, queryOptions: options });
    }
  }

  const query: Query = async <T>(text: string, parameters: unknown[] = [], options?: QueryOptions) => {
    if (options?.blob || options?.paramTypes || options?.onNotice)
      return plainQuery<T>(text, parameters, options);
    await client._checkReady();
    return client._runExclusiveTransaction(() =>
      client._runExclusiveQuery(async () => {
        const attempt = () => run<T>(text, parameters, options);
        const result = await attempt().catch((error: unknown) => {
          if (!isStale(error)) throw error;
          return attempt();
        });
        await client.syncToFs();
        return result;
      }),
    );
  };
  client.query = query;
  client.transaction = (work) =>
    plainTransaction((own) => {
      const within: Query = async (text, parameters = [], options) => {
        if (own.closed) throw new Error("Transaction is closed");
        return client._runExclusiveQuery(() => run(text, parameters, options));
      };
      // Not copied: `closed` is a getter.
      return work(Object.create(own, { query: { value: within } }) as typeof own);
    });
}

/** The database does not know the statement, or its columns have changed since it was prepared. */
function isStale(error: unknown): boolean {
  return ["26000", "0A000"].includes((error as { code?: string }).code ?? "");
}

function joined(messages: Uint8Array[]): Uint8Array {
  return messages.length === 1 ? messages[0]! : new Uint8Array(Buffer.concat(messages));
}

/** As PGlite's own results, for which it would copy its table of four hundred parsers. */
function resultOf<T>(
  answer: Message[],
  columns: messages.Field[],
  { options, parsers }: { options: QueryOptions; parsers: PGlite["parsers"] },
): Results<T> {
  const readers = columns.map(({ dataTypeID }) => options.parsers?.[dataTypeID] ?? parsers[dataTypeID]);
  const rows: unknown[] = [];
  for (const message of answer) {
    if (!(message instanceof messages.DataRowMessage)) continue;
    const row = readers.map((read, at) => {
      const text = message.fields[at]!;
      return text === null || !read ? text : (read(text, columns[at]!.dataTypeID) as unknown);
    });
    const named = options.rowMode !== "array";
    rows.push(named ? Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])) : row);
  }
  const completed = answer.filter(({ name }) => name === "commandComplete");
  const fields = columns.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
  return { ...parse.parseResults(completed, parsers)[0], rows, fields } as Results<T>;
}
