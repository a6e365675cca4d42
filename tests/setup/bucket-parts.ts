import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * What s3rver lacks of multipart uploads, on the folder where it keeps their parts: their lists, and giving one up.
 * @param folder the bucket's own
 * @returns an answer; null for every other request
 */
export async function answerParts(
  folder: string,
  { method = "", url = "" }: { method?: string | undefined; url?: string | undefined },
): Promise<{ status: number; body: string } | null> {
  const { pathname, searchParams } = new URL(url, "http://bucket");
  const id = searchParams.get("uploadId");
  const key = decodeURIComponent(pathname.split("/").slice(2).join("/"));
  const uploads = join(folder, "._S3rver_uploads");
  if (method === "GET" && searchParams.has("uploads"))
    return { status: 200, body: await listUploads(uploads, searchParams.get("prefix") ?? "") };
  if (id === null) return null;
  const upload = join(uploads, id);
  const isThere = /^[0-9a-f]{32}$/.test(id) && (await keyOf(upload)) === key;
  // It completes whatever it is told to, and knows no missing upload.
  if (!isThere) return { status: 404, body: "<Error><Code>NoSuchUpload</Code></Error>" };
  if (method === "GET") return { status: 200, body: await listParts(upload) };
  if (method !== "DELETE") return null;
  await rm(upload, { recursive: true });
  return { status: 204, body: "" };
}

const keyOf = (upload: string) => readFile(join(upload, "key"), "utf8").catch(() => null);

async function listUploads(uploads: string, prefix: string): Promise<string> {
  const found: string[] = [];
  for (const id of await readdir(uploads).catch(() => [])) {
    const key = await keyOf(join(uploads, id));
    if (!key?.startsWith(prefix)) continue;
    const begun = (await stat(join(uploads, id, "key"))).mtime.toISOString();
    found.push(`<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun}</Initiated></Upload>`);
  }
  const all = `<IsTruncated>false</IsTruncated>${found.join("")}`;
  return `<ListMultipartUploadsResult>${all}</ListMultipartUploadsResult>`;
}

async function listParts(upload: string): Promise<string> {
  const parts: string[] = [];
  // A part that is on its way has no sum yet.
  const names = (await readdir(upload)).filter((name) => name.endsWith(".md5"));
  const numbers = names.map((name) => Number.parseInt(name, 10)).sort((a, b) => a - b);
  for (const number of numbers) {
    const { size } = await stat(join(upload, String(number)));
    const etag = await readFile(join(upload, `${number}.md5`), "utf8");
    parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>"${etag}"</ETag><Size>${size}</Size></Part>`);
  }
  return `<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join("")}</ListPartsResult>`;
}
