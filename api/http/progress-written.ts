import type { CallName } from "../../contract/index.ts";
import type { ProgressBatch } from "../domain/playback/progress-batch.ts";
import type { CallContext, Handlers } from "./call-context.ts";

/** Calls that read or change the progress of the session's user. */
const ofCaller = [
  "playback/start",
  "progress/list",
  "progress/of",
  "progress/remove",
  "progress/restore",
  "progress/clear",
  "profile/recording",
  "profile/export",
  "account/delete",
] as const satisfies CallName[];

/** The same handlers; each that reads or changes progress first writes the places of its user that still wait. */
export function withProgressWritten(handlers: Handlers, { flush }: Pick<ProgressBatch, "flush">): Handlers {
  const first = <N extends CallName>(
    name: N,
    uidOf: (input: unknown, context: CallContext) => string | null,
  ) => {
    // TypeScript cannot follow one name through the record's parameters.
    const perform = handlers[name] as (input: unknown, context: CallContext) => Promise<unknown>;
    return [
      name,
      async (input: unknown, context: CallContext) => {
        const uid = uidOf(input, context);
        if (uid !== null) await flush(uid);
        return perform(input, context);
      },
    ] as const;
  };
  const changed = [
    ...ofCaller.map((name) => first(name, (_input, { session }) => session?.viewer.uid ?? null)),
    first("z/user/detail", (input) => (input as { uid: string }).uid),
  ];
  return { ...handlers, ...(Object.fromEntries(changed) as Partial<Handlers>) };
}
