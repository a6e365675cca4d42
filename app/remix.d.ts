import "@remix-run/server-runtime";

// Loader and action types as single fetch returns them: unserialised values, `data()` unwrapped.
declare module "@remix-run/server-runtime" {
  // Remix reads its flags from this interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Future {
    v3_singleFetch: true;
  }
}
