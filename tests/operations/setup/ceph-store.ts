import { execFile, spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { CreateBucketCommand, PutBucketCorsCommand, S3Client } from "@aws-sdk/client-s3";
import type { BucketSettings } from "../../../api/ports/storage.ts";
import { freePort } from "../../setup/server-process.ts";

const run = promisify(execFile);

export type CephStore = { settings: BucketSettings; close: () => Promise<void> };

/**
 * An S3 server that checks signatures and policies: one monitor, one OSD in memory and a RADOS gateway of Ceph, in a
 * folder of their own.
 * @param pages origin of the pages that may post to the bucket
 */
export async function startCephStore(pages: string): Promise<CephStore> {
  const folder = await mkdtemp(join(tmpdir(), "matinee-ceph-"));
  const [monitor, gateway] = [await freePort(), await freePort()];
  const configuration = join(folder, "ceph.conf");
  const [fsid, osd] = [randomUUID(), randomUUID()];
  await writeFile(configuration, configurationOf({ folder, fsid, monitor, gateway }));
  for (const name of ["run", "osd.0", "rgw"]) await mkdir(join(folder, name));
  const tool = async (program: string, ...args: string[]) =>
    (await run(program, args, { cwd: folder, timeout: 60_000 })).stdout;
  const ceph = (...args: string[]) => tool("ceph", "-c", configuration, "--connect-timeout", "30", ...args);
  const started: ChildProcess[] = [];
  const start = (program: string, ...args: string[]) =>
    void started.push(spawn(program, ["-c", configuration, "-f", ...args], { cwd: folder, stdio: "ignore" }));
  const close = async () => {
    for (const child of started.reverse()) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      if (child.exitCode === null && child.kill("SIGKILL")) await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await tool(
      "ceph-authtool",
      "--create-keyring",
      "keyring",
      "--gen-key",
      "-n",
      "mon.",
      "--cap",
      "mon",
      "allow *",
    );
    const all = ["mon", "osd", "mgr"].flatMap((part) => ["--cap", part, "allow *"]);
    await tool("ceph-authtool", "keyring", "--gen-key", "-n", "client.admin", ...all);
    const address = `[v1:127.0.0.1:${monitor}]`;
    await tool("monmaptool", "--create", "--addv", "a", address, "--fsid", fsid, "monmap");
    await tool(
      "ceph-mon",
      "-c",
      configuration,
      "--mkfs",
      "-i",
      "a",
      "--monmap",
      "monmap",
      "--keyring",
      "keyring",
    );
    start("ceph-mon", "-i", "a");
    await ceph("osd", "new", osd, "0");
    const osdKey = await ceph("auth", "get-or-create", "osd.0", "mon", "allow profile osd", "osd", "allow *");
    await appendFile(join(folder, "keyring"), osdKey);
    await tool("ceph-osd", "-c", configuration, "-i", "0", "--mkfs", "--osd-uuid", osd);
    start("ceph-osd", "-i", "0");
    start("radosgw", "-n", "client.admin");
    const credentials = { accessKeyId: "MATINEE", secretAccessKey: "a key that only this test knows" };
    const { accessKeyId, secretAccessKey } = credentials;
    const user = ["--uid", "matinee", "--display-name", "Matinee"];
    const keys = ["--access-key", accessKeyId, "--secret-key", secretAccessKey];
    await tool("radosgw-admin", "-c", configuration, "user", "create", ...user, ...keys);
    const endpoint = `http://127.0.0.1:${gateway}`;
    await answers(endpoint);
    const settings = {
      bucket: "films",
      prefix: "matinee/",
      region: "us-east-1",
      endpoint,
      forcePathStyle: true,
    };
    await openBucket({ ...settings, credentials }, pages);
    return { settings: { ...settings, credentials }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openBucket(
  { bucket: Bucket, ...settings }: BucketSettings & { endpoint: string; credentials: object },
  pages: string,
) {
  const client = new S3Client({ ...settings, requestChecksumCalculation: "WHEN_REQUIRED" });
  await client.send(new CreateBucketCommand({ Bucket }));
  const rule = { AllowedOrigins: [pages], AllowedMethods: ["POST", "PUT"], AllowedHeaders: ["*"] };
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }));
  client.destroy();
}

async function answers(url: string): Promise<void> {
  const until = Date.now() + 60_000;
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > until) throw new Error("The RADOS gateway does not answer");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function configurationOf(at: { folder: string; fsid: string; monitor: number; gateway: number }): string {
  const { folder, fsid, monitor, gateway } = at;
  return `[global]
fsid = ${fsid}
mon host = v1:127.0.0.1:${monitor}
ms bind msgr2 = false
public addr = 127.0.0.1
cluster addr = 127.0.0.1
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 1000
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 1073741824
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
log file = ${folder}/$name.log
pid file = ${folder}/run/$name.pid
keyring = ${folder}/keyring
mon data = ${folder}/mon.$id
osd data = ${folder}/osd.$id
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw thread pool size = 32
`;
}
