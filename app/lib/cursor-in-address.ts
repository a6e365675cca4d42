/** The cursor in an address; undefined if there is none, or it is no cursor of ours. */
export function cursorOf(search: URLSearchParams): string | undefined {
  return /^[\w-]{1,512}$/.exec(search.get("cursor") ?? "")?.[0];
}
