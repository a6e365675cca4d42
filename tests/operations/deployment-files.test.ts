import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { parseEnv } from "../../server/env.ts";
import { readContainerfile } from "./setup/packaged-root.ts";
import { programs } from "./setup/programs.ts";

const units = { server: "matinee@.service", worker: "matinee-worker.service" } as const;

test("the units start what the images start, and give it the time it takes to end", async () => {
  const images = await readContainerfile();
  for (const image of ["server", "worker"] as const) {
    const text = await readFile(join("deploy/systemd", units[image]), "utf8");
    const start = [...images[image].entrypoint, ...images[image].cmd].join(" ");
    expect(/^ExecStart=(.*)$/m.exec(text)?.[1]).toBe(start);
    // docs/operations.md: a server ends within 15 s, a worker within 25 s.
    const ends = image === "server" ? 15 : 25;
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(ends);
  }
});

test("the operator's commands run with the server's user, folder and variables", async () => {
  const unit = await readFile(join("deploy/systemd", units.server), "utf8");
  const command = await readFile("deploy/systemd/matinee", "utf8");
  const of = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)![1]!;
  expect(command).toContain(`--uid=${of("User")} --gid=${of("Group")} `);
  expect(command).toContain(`--working-directory=${of("WorkingDirectory")} `);
  expect(command).toContain(`--property=EnvironmentFile=${of("EnvironmentFile")} `);
  expect(command).toContain(`--property=UMask=${of("UMask")} `);
  expect(command).toContain(/DATA_DIR=\S+/.exec(of("Environment"))![0]);
  const [, names] = /^ {2}([\w| -]+)\) ;;$/m.exec(command)!;
  for (const name of names!.split(" | ")) await readFile(`scripts/${name}.ts`);
  const { status, stderr } = spawnSync("deploy/systemd/matinee", ["test"], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/^usage: matinee /) });
});

describe.skipIf(!programs.systemdAnalyze)("systemd-analyze", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "matinee-units-"));
    for (const name of Object.values(units)) {
      const text = await readFile(join("deploy/systemd", name), "utf8");
      // It looks for the program and the documentation of the unit.
      const local = text
        .replaceAll("/opt/matinee/bin/node", process.execPath)
        .replaceAll("/opt/matinee", process.cwd());
      await writeFile(join(folder, name), local);
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const analyze = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(programs.systemdAnalyze!, args, { encoding: "utf8" });
    return { status, stderr, exposure: /Overall exposure level.*: ([\d.]+)/.exec(stdout)?.[1] };
  };

  test.each(Object.values(units))("%s is accepted", (name) => {
    expect(analyze("verify", "--man=no", join(folder, name))).toMatchObject({ status: 0, stderr: "" });
  });

  test.each(Object.values(units))("%s is exposed by 2.0 of 10 at most", (name) => {
    const { status, exposure } = analyze("security", "--offline=yes", "--threshold=20", join(folder, name));
    expect({ status, exposure }).toEqual({ status: 0, exposure: expect.stringMatching(/^[01]\.\d$/) });
  });
});

type Service = {
  image: string;
  env_file?: string;
  environment?: Record<string, string>;
  build?: { dockerfile: string; target: string };
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
  networks?: string[];
  healthcheck?: unknown;
  stop_grace_period?: string;
};
type Compose = {
  services: Record<string, Service>;
  networks: Record<string, { ipam?: { config: { subnet: string }[] } }>;
  volumes: Record<string, null>;
};

describe("compose.yaml", () => {
  let text: string;
  let compose: Compose;
  let example: Record<string, string>;
  /** What an operator writes into .env. */
  const filled = { SITE_HOST: "films.example", POSTGRES_PASSWORD: "0a1b" };

  beforeAll(async () => {
    text = await readFile("deploy/compose.yaml", "utf8");
    compose = parse(text, { merge: true }) as Compose;
    example = readEnvFile(await readFile("deploy/compose.env.example", "utf8"));
  });

  /** The environment a service runs with. */
  const environmentOf = ({ env_file, environment = {} }: Service): Record<string, string> => ({
    ...(env_file && { ...example, ...filled }),
    ...Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        value.replaceAll(/\$\{(\w+)(?::\?)?\}/g, (_all, variable: keyof typeof filled) => filled[variable]),
      ]),
    ),
  });
  const ours = () => Object.entries(compose.services).filter(([, { image }]) => image.startsWith("matinee"));

  test("has two servers, a worker, PostgreSQL and a proxy, which wait for what they need", () => {
    const { services } = compose;
    expect(Object.keys(services)).toEqual(["web-1", "web-2", "worker", "postgres", "proxy"]);
    expect(ours().map(([, { build }]) => build!.target)).toEqual(["server", "server", "worker"]);
    // The images of Matinee bring their own.
    for (const name of ["postgres", "proxy"]) expect(services[name]!.healthcheck).toBeDefined();
    for (const [, { depends_on }] of ours())
      expect(depends_on).toMatchObject({ postgres: { condition: "service_healthy" } });
    expect(services["web-1"]!.stop_grace_period).toBe("20s");
    expect(services.worker!.stop_grace_period).toBe("30s");
  });

  test("names no volume or network that it does not have", () => {
    for (const { volumes = [], networks = [] } of Object.values(compose.services)) {
      for (const volume of volumes.map((one) => one.split(":")[0]!))
        if (!volume.startsWith(".")) expect(Object.keys(compose.volumes)).toContain(volume);
      for (const network of networks) expect(Object.keys(compose.networks)).toContain(network);
    }
  });

  test("its variables are ones that Matinee reads, with values it accepts", () => {
    const read = variablesRead();
    for (const [name, service] of ours()) {
      const environment = environmentOf(service);
      const unknown = Object.keys(environment).filter((one) => !(one in filled) && !read.includes(one));
      expect([name, unknown]).toEqual([name, []]);
      const { DATABASE_URL, PUBLIC_URL, TRUST_PROXY, WORKER } = parseEnv(environment);
      expect({ DATABASE_URL, PUBLIC_URL, WORKER }).toEqual({
        DATABASE_URL: "postgres://matinee:0a1b@postgres:5432/matinee",
        PUBLIC_URL: "https://films.example",
        WORKER: "off",
      });
      expect(TRUST_PROXY).toEqual([compose.networks.outside!.ipam!.config[0]!.subnet]);
    }
  });

  test("what it demands is in the example, and no secret has a value there", () => {
    const demanded = [...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name!);
    expect([...new Set(demanded)].sort()).toEqual(Object.keys(filled).sort());
    expect(Object.keys(example)).toEqual(expect.arrayContaining(demanded));
    for (const [name, value] of Object.entries(example))
      if (/SECRET|PASSWORD|TOKEN|URL/.test(name)) expect([name, value]).toEqual([name, ""]);
  });

  test("the proxy's file names both servers", async () => {
    const proxy = await readFile("deploy/Caddyfile", "utf8");
    expect(proxy).toContain("reverse_proxy web-1:3000 web-2:3000 {");
    expect(proxy.match(/\{/g)).toHaveLength(proxy.match(/\}/g)!.length);
  });
});

test("the units' environment is one that Matinee accepts", async () => {
  const environment = readEnvFile(await readFile("deploy/systemd/matinee.env.example", "utf8"));
  expect(Object.keys(environment).filter((name) => !variablesRead().includes(name))).toEqual([]);
  expect(parseEnv(environment)).toMatchObject({ TRUST_PROXY: ["loopback"], WORKER: "on" });
});

test("the documents name every file of deploy", async () => {
  const documents = await readFile("docs/operations.md", "utf8");
  const files = (await readdir("deploy", { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.filter((path) => !documents.includes(path))).toEqual([]);
});

/** Lines of NAME=value. */
function readEnvFile(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
  );
}

/** The variables that server/env.ts asks for. */
function variablesRead(): string[] {
  const asked: string[] = [];
  const ask = (_source: object, name: string | symbol) => void asked.push(String(name));
  parseEnv(new Proxy<Record<string, string>>({}, { get: ask }));
  return asked;
}
