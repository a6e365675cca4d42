import { createHash, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import type { MovieImport } from "../../contract/catalogue/admin-imports.ts";
import { isMoving } from "../../contract/catalogue/values.ts";
import type { TestBackend } from "./backend.ts";

/** Imports of CSV files as an admin makes them; the backend's worker has to run. */
export function importsOf(backend: TestBackend, token: string) {
  const post = (name: string, body: unknown) => backend.post(name, body, { token });
  const detail = async (id: string): Promise<MovieImport> =>
    (await backend.get("z/import/detail", `?id=${id}`, { token })).d;

  /** Waits until no job works on it, or until it is as wanted. */
  async function settled(id: string, isWanted = (one: MovieImport) => !isMoving(one.state)) {
    for (let tries = 0; tries < 600; tries += 1) {
      const now = await detail(id);
      if (isWanted(now)) return now;
      await pause(50);
    }
    throw new Error(`the import is still ${(await detail(id)).state}`);
  }

  async function upload(file: string | Buffer, extension = "csv"): Promise<string> {
    const bytes = Buffer.from(file);
    const { form, url } = (await backend.get("oss/form", "", { token })).d;
    const key = `${createHash("sha256").update(bytes).digest("hex")}.${extension}`;
    const body = new FormData();
    for (const [name, value] of Object.entries(form as Record<string, string>)) body.append(name, value);
    body.append("key", key);
    body.append("file", new Blob([new Uint8Array(bytes)]), key);
    expect((await backend.fetch(url as string, { method: "POST", body })).status).toBeLessThan(300);
    return key;
  }

  async function begin(file: string | Buffer): Promise<string> {
    const { d } = await post("z/import/begin", { key: randomUUID(), source: await upload(file) });
    return d.id as string;
  }

  return {
    detail,
    settled,
    upload,
    begin,
    /** @returns the import once it is checked, or refused */
    check: async (file: string | Buffer) => settled(await begin(file)),
    act: async (what: "start" | "cancel" | "undo", id: string) => (await post(`z/import/${what}`, { id })).c,
    recheck: async (id: string, reading: object) => {
      await post("z/import/check", { id, ...reading });
      return settled(id);
    },
    async result(id: string): Promise<string[]> {
      const { d } = await backend.get("z/import/result", `?id=${id}`, { token });
      return (d.csv as string).trim().split("\r\n");
    },
    /** Imports a file to its end. */
    async complete(file: string | Buffer) {
      const { id } = await settled(await begin(file));
      await post("z/import/start", { id });
      return settled(id);
    },
  };
}
