/** A word in the User-Agent of an app that sells VIP by itself: the server then offers no plans, also without scripts. */
const announced = /\bMatineeStore(?:\/\d+(?:\.\d+)*)?(?=$|[\s;)])/;

/** Whether the app around the page announces that it sells by itself (docs/native-host.md). */
export function hostSells(userAgent: string | null): boolean {
  return userAgent !== null && announced.test(userAgent);
}
