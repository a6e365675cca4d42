/**
 * A word in the User-Agent of an app that sells VIP by itself: the server then shows no plans, with or without scripts.
 */
const announced = /\bMatineeStore(?:\/\d+(?:\.\d+)*)?(?=$|[\s;)])/;

/** Whether the app around the page announces that it sells VIP by itself (docs/native-host.md). */
export function hostSells(userAgent: string | null): boolean {
  return userAgent !== null && announced.test(userAgent);
}
