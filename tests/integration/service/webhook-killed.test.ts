import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { startTestBackend } from "../../setup/backend.ts";
import { answer, startWebhookReceiver } from "../../setup/webhook-receiver.ts";
import { webhooksOf } from "../../setup/webhooks.ts";

const secret = "test-secret-test-secret-test-secret-test";

test(
  "a worker that is killed before it has written what it sent leaves the message, which is sent again with the same id",
  { timeout: 120_000 },
  async () => {
    const api = await startTestBackend({ onDisk: true, secret, work: { webhooksPrivate: true } });
    const hooks = webhooksOf(api, (await api.person({ admin: 3 })).token);
    let child: ChildProcess | null = null;
    const receiver = await startWebhookReceiver(() => void child!.kill("SIGKILL"), answer(204));
    const endpoint = await hooks.add(receiver.url);
    await hooks.test(endpoint.id);
    const { raw } = api.database;
    // Its one process gives the embedded database up.
    await api.jobs.stop();
    await api.database.close();

    const work = async (aheadMs: number) => {
      const order = { dataDir: api.dataDir, ...("url" in raw && { url: raw.url }), aheadMs };
      child = spawn(process.execPath, [
        ...["--import", "./server/quick-start.js", "tests/setup/webhook-child.ts"],
        JSON.stringify({ ...order, secret: `${secret}.webhooks` }),
      ]);
      let said = "";
      child.stderr!.on("data", (chunk: Buffer) => (said += chunk.toString()));
      await once(child, "exit");
      expect(said).toBe("");
      return child.signalCode;
    };
    try {
      expect(await work(0)).toBe("SIGKILL");
      expect(receiver.received).toHaveLength(1);
      expect(await work(11 * 60_000)).toBe(null);
      const [first, second] = receiver.received;
      expect(receiver.received).toHaveLength(2);
      expect([second!.id, second!.body]).toEqual([first!.id, first!.body]);
      new Webhook(endpoint.secret).verify(first!.body, first!.headers);
    } finally {
      await receiver.close();
      await rm(api.dataDir, { recursive: true, force: true });
    }
  },
);
