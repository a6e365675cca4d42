import type { MagnetService } from "../../../../contract/ingest/admin-magnets.ts";
import type { SettingValues } from "../../../../contract/service/settings.ts";
import { Failure } from "../../kernel/failure.ts";
import { freeBytes, reserve, type FreeBytes } from "../../service/files/room.ts";

export type ServiceDeps = {
  /** Magnets are downloaded to the disk of this folder. */
  dataDir: string;
  free?: FreeBytes | undefined;
  settings: () => SettingValues;
};

const kilobyte = 1000;
const gigabyte = 1000 ** 3;

/** Settings that apply to all magnets, and the free disk space. */
export async function readService({
  dataDir,
  free = freeBytes,
  settings,
}: ServiceDeps): Promise<MagnetService> {
  const freeNow = await free(dataDir);
  const { magnets: on, magnetsParallel: parallel } = settings();
  return {
    on,
    disk: { freeBytes: freeNow, usableBytes: Math.max(0, freeNow - reserve) },
    ...limitsOf(settings()),
    parallel,
  };
}

/** @returns the largest magnet in bytes, and bytes per second of all downloads together; null = no limit */
export function limitsOf(values: SettingValues): { maxBytes: number; rateBps: number | null } {
  const { magnetMaxGigabytes, magnetRateKilobytes } = values;
  return {
    maxBytes: magnetMaxGigabytes * gigabyte,
    rateBps: magnetRateKilobytes === 0 ? null : magnetRateKilobytes * kilobyte,
  };
}

/** @throws Failure magnets_off */
export function requireOn({ settings }: Pick<ServiceDeps, "settings">): void {
  if (!settings().magnets) throw new Failure("magnets_off");
}
