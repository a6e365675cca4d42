import { postgresFolder, which } from "../../../scripts/system-tools.ts";

/** Programs that run around the service. null = not on this machine: its tests are skipped. */
export type Programs = {
  /** Folder of initdb and postgres. */
  postgres: string | null;
  pgbouncer: string | null;
  /** valkey-server or redis-server: they speak the same protocol. */
  valkey: string | null;
  nginx: string | null;
  chromium: string | null;
  ffmpeg: string | null;
  /** Ceph's S3 server; its tests also take ceph-mon and ceph-osd. */
  radosgw: string | null;
  promtool: string | null;
  systemdAnalyze: string | null;
};

/** Debian's packages of them. */
export const packagesOfPrograms: Record<keyof Programs, string> = {
  postgres: "postgresql",
  pgbouncer: "pgbouncer",
  valkey: "redis-server",
  nginx: "nginx-light",
  chromium: "chromium-headless-shell",
  ffmpeg: "ffmpeg",
  radosgw: "radosgw ceph-mon ceph-osd",
  promtool: "prometheus",
  systemdAnalyze: "systemd",
};

/** Finds what is installed; Debian keeps some of them where only root's PATH looks. */
export async function findPrograms(): Promise<Programs> {
  const find = async (name: string) => (await which(name)) ?? (await which(name, ["/usr/sbin"]));
  return {
    postgres: await postgresFolder(),
    pgbouncer: await find("pgbouncer"),
    valkey: (await find("valkey-server")) ?? (await find("redis-server")),
    nginx: await find("nginx"),
    chromium: (await find("chromium-headless-shell")) ?? (await find("chromium")),
    ffmpeg: await find("ffmpeg"),
    radosgw: await find("radosgw"),
    promtool: await find("promtool"),
    systemdAnalyze: await find("systemd-analyze"),
  };
}

export const programs = await findPrograms();
