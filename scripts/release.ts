import { link, mkdir, readdir, readlink, rename, rm, stat, symlink } from "node:fs/promises";
import { basename, join } from "node:path";

/** Milliseconds a build is kept: a page may stay open for days, and a server may run on an older build. */
const keptMs = 7 * 24 * 60 * 60 * 1_000;

const foldersOf = (build: string) => ({
  /** The bundler's output (remix.config.js). */
  next: join(build, "next"),
  releases: join(build, "releases"),
  /** Link to the release that the next start of a server uses. */
  current: join(build, "current"),
  /** Assets of all kept releases. */
  assets: join(build, "assets"),
});

/** Removes what a build that was ended early left behind. */
export async function beginRelease(build = "build"): Promise<void> {
  await rm(foldersOf(build).next, { recursive: true, force: true });
}

/**
 * Makes the finished build the current one in one step, so that a server always finds a whole build. Servers that run
 * keep their own release. All of them also find the assets of every kept release: pages of an earlier build that are
 * still open ask for them, and during an upgrade a page of the new build may ask a server of the old one. File names
 * change with their content, so builds cannot be confused.
 */
export async function publishRelease(build = "build", now = new Date()): Promise<void> {
  const { next, releases, current, assets } = foldersOf(build);
  const before = await readlink(current).then(basename, () => null);
  const name = now.toISOString().replaceAll(":", "-");
  for (const folder of [releases, assets]) await mkdir(folder, { recursive: true });
  for (const file of await readdir(join(next, "client/assets"))) {
    const made = join(assets, `.new-${file}`);
    await rm(made, { force: true });
    await link(join(next, "client/assets", file), made);
    await rename(made, join(assets, file));
  }
  await rename(next, join(releases, name));
  await rm(`${current}.new`, { force: true });
  await symlink(join("releases", name), `${current}.new`);
  await rename(`${current}.new`, current);
  await removeOld({
    releases,
    assets,
    keep: [name, ...(before === null ? [] : [before])],
    now: now.getTime(),
  });
}

/** Removes releases and assets of more than a week ago, except those of the last two builds. */
async function removeOld(given: {
  releases: string;
  assets: string;
  keep: string[];
  now: number;
}): Promise<void> {
  const { releases, assets, keep, now } = given;
  const isOld = async (path: string) => now - (await stat(path)).mtimeMs >= keptMs;
  const kept = new Set<string>();
  for (const name of keep)
    for (const file of await readdir(join(releases, name, "client/assets")).catch(() => [])) kept.add(file);
  for (const file of await readdir(assets))
    if (!kept.has(file) && (await isOld(join(assets, file)))) await rm(join(assets, file));
  for (const name of await readdir(releases))
    if (!keep.includes(name) && (await isOld(join(releases, name))))
      await rm(join(releases, name), { recursive: true });
}
