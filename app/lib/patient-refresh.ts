/** Milliseconds between two tries, unless the network's return is heard of before. */
const againMs = 15_000;

type Router = { state: { navigation: { state: string } } };

/**
 * Loads the data of the page that stands, as often as it takes: what stands is better than the error screen, which
 * would take the film away that plays on it. Where somebody waits for another page a failure is told at once.
 * Called by Remix, where scripts/remix-mended.ts puts it.
 */
export async function refreshPatiently<Data>(
  load: () => Promise<Data>,
  router: Router,
  signal: AbortSignal,
): Promise<Data> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (signal.aborted || router.state.navigation.state !== "idle") throw error;
      await untilAgain(signal);
      if (signal.aborted) throw error;
    }
  }
}

function untilAgain(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, againMs);
    addEventListener("online", done);
    signal.addEventListener("abort", done);
  });
}
