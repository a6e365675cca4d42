import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { S3Client } from "@aws-sdk/client-s3";
import type * as Sdk from "@aws-sdk/client-s3";
import type { BucketSettings } from "../../ports/storage.ts";
import { isMissing, StorageError, storageError } from "./storage-error.ts";

/** Connections at once: a slow viewer holds one for as long as a segment takes. */
const mostSockets = 512;

/** Milliseconds in which the bucket has to begin its answer: a request that waits for it gets 503 within five seconds. */
export const answerMs = 3_000;
/** For what takes the bucket longer: lists, copies, removals of many. Only background work and large files wait for it. */
export const longMs = 60_000;

type Loaded = { s3: typeof Sdk; client: S3Client };
/** `abortSignal` goes with each request. */
type Question<T> = (sdk: Loaded & { abortSignal: AbortSignal }) => Promise<T>;
type Patience = { signal?: AbortSignal | undefined; withinMs?: number };

/** Asks the bucket. Every error is a StorageFailure. */
export type BucketClient = {
  Bucket: string;
  /** @param what the operation's name, for errors */
  ask: <T>(what: string, question: Question<T>, patience?: Patience) => Promise<T>;
  /** Returns null when the object does not exist; a missing bucket is an error. */
  orNull: <T>(what: string, question: Question<T>, patience?: Patience) => Promise<T | null>;
};

/**
 * Loads and connects nothing before the first call: the SDK takes 35 MB of memory, which a local folder does not need.
 */
export function createBucketClient(
  settings: BucketSettings,
  onFault: (error: StorageError) => void,
): BucketClient {
  const { bucket: Bucket } = settings;
  let loaded: Promise<Loaded> | undefined;
  const ask: BucketClient["ask"] = async (what, question, { signal, withinMs = answerMs } = {}) => {
    const sdk = await (loaded ??= connect(settings));
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error("no answer")), withinMs);
    const abortSignal = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
    try {
      return await question({ ...sdk, abortSignal });
    } catch (error) {
      const fault = storageError(
        late.signal.aborted ? new StorageError("storage_away", `The bucket: ${what}: no answer`) : error,
        what,
        signal,
      );
      if (fault instanceof StorageError && fault !== error) onFault(fault);
      throw fault;
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    Bucket,
    ask,
    orNull: <T>(what: string, question: Question<T>, patience?: Patience) =>
      ask<T | null>(
        what,
        async (sdk) => {
          try {
            return await question(sdk);
          } catch (error) {
            if (!isMissing(error)) throw error;
            await sdk.client.send(new sdk.s3.HeadBucketCommand({ Bucket }), { abortSignal: sdk.abortSignal });
            return null;
          }
        },
        patience,
      ),
  };
}

async function connect({ region, endpoint, forcePathStyle, credentials }: BucketSettings): Promise<Loaded> {
  const s3 = await import("@aws-sdk/client-s3");
  const agent = { keepAlive: true, maxSockets: mostSockets };
  const client = new s3.S3Client({
    region,
    forcePathStyle,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    maxAttempts: 3,
    // Not every S3 server supports the newer checksums; our objects are checked by their names.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 60_000,
      socketTimeout: 30_000,
      throwOnRequestTimeout: true,
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
    },
  });
  return { s3, client };
}
