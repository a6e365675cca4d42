/** Milliseconds between two attempts, unless the network returns earlier. */
const againMs = 15_000;

type Router = { state: { navigation: { state: string } } };

/**
 * Reloads the current page's data, with as many retries as it takes: the page as it is beats an error screen, which
 * would remove the player. During a navigation to another page a failure is reported at once. Called by Remix, where
 * scripts/bundle/remix-mended.ts inserts it.
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
